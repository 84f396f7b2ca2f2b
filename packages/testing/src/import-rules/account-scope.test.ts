// The API may call the functions of `@shotclock/db` that act on all accounts only for requests that require it (ADR 49).
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root, type SourceFile, sourceFiles } from './source-files.fixture.ts';

const allAccounts = '@shotclock/db/all-accounts';

/** The files in `packages/core` that may act on all accounts for a request, each with the reason. */
const permitted: Record<string, string> = {
  'src/accounts/create-account.ts': 'operator keys manage all accounts',
  'src/accounts/list-accounts.ts': 'operator keys manage all accounts',
  'src/alert-rules/preview-alert-rule.ts': 'the runs and checks were selected by account',
  'src/alert-rules/run-content.ts': 'imports only types',
  'src/api-keys/get-api-key.ts': 'operator keys manage the keys of all accounts',
  'src/api-keys/list-api-keys.ts': 'operator keys manage the keys of all accounts',
  'src/api-keys/locked-api-key.ts': 'operator keys manage the keys of all accounts',
  'src/audit-log/list-audit-log.ts': 'operator keys read the audit log of all accounts',
  'src/authentication/authenticate.ts': 'authentication finds the account of a key or of a session',
  'src/deliveries/delivery-resource.ts': 'imports only types',
  'src/deliveries/get-delivery.ts': 'the delivery was selected by account',
  'src/events/read-events.ts': 'the event streams of all accounts of a process are read together',
  'src/objects/store-owner.ts':
    'the process checks its object store, which all accounts share, and no request does',
  'src/sessions/get-account-session.ts': 'operator keys manage the sessions of all accounts',
  'src/sessions/list-sessions.ts': 'operator keys manage the sessions of all accounts',
  'src/sessions/revoke-session.ts': 'operator keys manage the sessions of all accounts',
  'src/feeds/find-shared-feed.ts': 'the token of a feed identifies the account',
  'src/system/get-system.ts': 'operator keys read the reports of all workers',
  'src/system/lost-protections.ts': 'operator keys read the reports of all workers',
  'src/shares/find-shared-image.ts': 'the token of a public link identifies the account',
  'src/admission/count-captures.ts': 'the waiting captures of all accounts are limited together',
};

const textOf = (folder: string, { file }: { file: string }) => readFileSync(join(root, folder, file), 'utf8');
const isSource = ({ file }: SourceFile) =>
  file.startsWith('src/') && !file.endsWith('.test.ts') && !file.endsWith('.fixture.ts');

/** Returns the names that the files import from a package. */
function importedNames(folder: string, files: SourceFile[], from: string): Set<string> {
  const names = files.flatMap((file) =>
    [...textOf(folder, file).matchAll(/import (?:type )?\{([^}]*)\} from '([^']*)'/g)]
      .filter(([, , path]) => path === from)
      .flatMap(([, list]) => namesIn(list!)),
  );
  return new Set(names);
}

/** Returns the names in a list of imports or exports. */
const namesIn = (list: string) =>
  list.split(',').flatMap((entry) => /^\s*(?:type )?(\w+)/.exec(entry)?.[1] ?? []);

/** The files in core that a file imports, excluding type imports. */
const valueImports = ({ file }: SourceFile) =>
  [
    ...textOf('packages/core', { file }).matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';/gm),
  ].map(([, path]) => join(dirname(file), path!));

/** The files in core that export a name that the API imports, and all files that these import, directly or indirectly. */
function filesReachedByApi(): SourceFile[] {
  const names = importedNames('apps/api', sourceFiles('apps/api').filter(isSource), '@shotclock/core');
  const core = new Map(sourceFiles('packages/core').map((file) => [file.file, file]));
  const index = textOf('packages/core', { file: 'src/index.ts' });
  const reached = new Set(
    [...index.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']*)'/g)]
      .filter(([, list]) => namesIn(list!).some((name) => names.has(name)))
      .map(([, , path]) => `src/${path}`),
  );
  for (const file of reached) for (const path of valueImports(core.get(file)!)) reached.add(path);
  return [...reached].map((file) => core.get(file)!);
}

test('core functions that the API uses act on one account, with few exceptions', () => {
  const reached = filesReachedByApi();
  expect(reached.map(({ file }) => file)).toContain('src/captures/cancel-captures.ts');
  const importing = reached.filter((file) => textOf('packages/core', file).includes(`'${allAccounts}'`));
  expect(importing.map(({ file }) => file).sort()).toEqual(Object.keys(permitted).sort());
});

test('the API itself reads only one fact about all accounts: whether any key exists', () => {
  const files = sourceFiles('apps/api').filter(isSource);
  expect([...importedNames('apps/api', files, allAccounts)]).toEqual(['hasApiKeys']);
});
