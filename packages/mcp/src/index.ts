// Written by `pnpm barrels`, from what other files import.

export { handleMcpRequest } from './handle-mcp-request.ts';
export { serveMcpStdio } from './serve-mcp-stdio.ts';
