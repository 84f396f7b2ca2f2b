/** Types for the parts of s3rver that tests use, because the package contains no types. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: { address: string; port: number; directory: string; silent: boolean });
    store: { deleteObject(bucket: string, key: string): Promise<void> };
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
