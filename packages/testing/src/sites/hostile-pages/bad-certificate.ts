/** A self-signed certificate for a different host name. It is used only in tests of invalid TLS certificates. */
export const badCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgl6ksTmg2I9LLkRFq
F7jYf937auYhZqoFpYulikS9/e+hRANCAAS65+agjeVDjXbedg8TSMoFLft4SMLO
Wei9NFUcXiSGoT9ZkntZhDpnM+4jO6xlNYNcocOqJ9FZyQrzGkzOY+AE
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlzCCAT2gAwIBAgIUOy93FNnHL5/VyqGc1oZ7t2sb1ZcwCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWc29tZXdoZXJlLWVsc2UuaW52YWxpZDAeFw0yNjExMjEwODQ0
MjFaFw0zNjExMTgwODQ0MjFaMCExHzAdBgNVBAMMFnNvbWV3aGVyZS1lbHNlLmlu
dmFsaWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS65+agjeVDjXbedg8TSMoF
Lft4SMLOWei9NFUcXiSGoT9ZkntZhDpnM+4jO6xlNYNcocOqJ9FZyQrzGkzOY+AE
o1MwUTAdBgNVHQ4EFgQUqA5r2SCZjEFhC7H7mcpeFPORE/4wHwYDVR0jBBgwFoAU
qA5r2SCZjEFhC7H7mcpeFPORE/4wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AgNIADBFAiEAtucOcFrz4jqcpqeKPQGOrwL07FjxnlQcQfTGntf7JPgCIBhb7zGV
+aMW/qGDr+Pb21m3xrYZoWIorwpbMGJusKiF
-----END CERTIFICATE-----`,
} as const;
