/** The command that creates a key with all scopes, as a new installation with AUTH_MODE=api-key names it. */
export const firstKeyCommand = 'npx pnpm@12 shotclock key create --name admin --scopes read,write,admin';
