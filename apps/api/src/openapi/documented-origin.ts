/** The server address in examples and code samples. A running server replaces it with its own address. */
export const documentedOrigin = 'http://127.0.0.1:3000';
