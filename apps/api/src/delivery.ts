/** How stored bytes reach a consumer: through the API, or by a redirect to the object store. */
export type Delivery = 'stream' | 'redirect';
