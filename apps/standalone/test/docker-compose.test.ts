import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@shotclock/embedded';
import {
  type App,
  createLogger,
  createReadiness,
  firstKeyCommand,
  type HealthServer,
  mallocSettings,
  readConfig,
  type SettingName,
  settings,
  startHealthServer,
} from '@shotclock/runtime';
import { bundledApps } from '@shotclock/testing';
import { programs } from '@shotclock/testing/programs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import {
  baseImage,
  instructionsOf,
  isIgnored,
  readCompose,
  readStages,
  readVariables,
  root,
} from './docker-compose.fixture.ts';

const services = readCompose();
const stages = readStages();
/** The app whose settings each of the project's services reads. `migrate` reads the scheduler's settings. */
const ours = { migrate: 'scheduler', api: 'api', scheduler: 'scheduler', worker: 'worker' } as const;

type Ours = keyof typeof ours;

/** The settings that are determined by the images, the other services, and the ports, durations and logging in the file. */
const decided: ReadonlySet<SettingName> = new Set([
  ...(['HOST', 'PORT', 'HEALTH_HOST', 'HEALTH_PORT', 'DATA_DIR', 'DEMO'] as const),
  ...(['CHROMIUM_PATH', 'CLI_COMMAND', 'LOG_FILE', 'LOG_FILE_MB', 'LOG_FILE_COUNT'] as const),
]);

const secretNames: ReadonlySet<string> = new Set(
  Object.entries(settings).flatMap(([name, { secret }]) => (secret ? [name] : [])),
);

const json = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const exists = (path: string) => existsSync(new URL(path, root));
const image = 'shotclock';

/** Returns the environment of a service's process, as set by its image and its service. */
function envOf(name: Ours, from = services): Record<string, string> {
  const ofImage = instructionsOf(image, 'ENV').flatMap((text) =>
    text.split(' ').map((one) => one.split('=')),
  );
  return { ...Object.fromEntries(ofImage), ...from[name]?.environment };
}

/** Returns the apps that read a setting. `NAME_FILE` counts as the secret NAME. */
function readersOf(name: string): readonly App[] {
  const secret = name.replace(/_FILE$/, '');
  if (secret !== name && secretNames.has(secret)) return settings[secret as SettingName].apps;
  return Object.hasOwn(settings, name) ? settings[name as SettingName].apps : [];
}

/** Returns the services that start before this one. */
function dependenciesOf(name: string): string[] {
  return Object.keys(services[name]?.depends_on ?? {}).flatMap((other) => [other, ...dependenciesOf(other)]);
}

test('docker-compose.yml contains all services in the system', () => {
  expect(Object.keys(services).sort()).toEqual(
    [...Object.keys(ours), 'cli', 'grafana', 'objects', 'postgres', 'prometheus', 'valkey'].sort(),
  );
});

describe.each(Object.keys(ours) as Ours[])('%s', (name) => {
  const app = ours[name];

  test('receives only settings that it reads, as strings', () => {
    const env = Object.entries(services[name]?.environment ?? {});
    expect(env.filter(([setting]) => !readersOf(setting).includes(app))).toEqual([]);
    expect(env.filter(([, value]) => typeof value !== 'string')).toEqual([]);
  });

  test('limits the size and number of its logs', () => {
    expect(services[name]?.logging).toEqual({
      driver: 'json-file',
      options: { 'max-size': '10m', 'max-file': '5' },
    });
  });

  test('accepts its settings', () => {
    expect(readConfig(envOf(name), app)).toMatchObject({
      databaseUrl: 'postgres://shotclock:shotclock@postgres:5432/shotclock',
      redisUrl: 'redis://valkey:6379',
    });
  });

  test('runs its role of the one image, whose version is that of the release', () => {
    expect(services[name]).toMatchObject({ command: [name], build: '.' });
    expect(services[name]?.image).toBe(`${image}:${json('package.json').version}`);
    const entry = programs[name];
    expect(isIgnored(entry), entry).toBe(false);
    const install = instructionsOf('build', 'RUN').join();
    expect(install).toContain(`--filter-prod='${json(`${entry.split('/src/')[0]}/package.json`).name}...'`);
  });

  test('has a stop grace period that exceeds its maximum shutdown time', () => {
    const [, seconds] = /^(\d+)s$/.exec(services[name]?.stop_grace_period ?? '') ?? [];
    const config = readConfig(envOf(name), app);
    const delaySeconds = 'shutdownDelaySeconds' in config ? Number(config.shutdownDelaySeconds) : 0;
    expect(Number(seconds)).toBeGreaterThan(delaySeconds + config.shutdownGraceSeconds);
  });
});

test.each(['api', 'scheduler', 'worker'] as const)(
  '%s starts after the services that its URLs refer to',
  (name) => {
    const urls = Object.values(envOf(name)).filter((value) => /^(postgres|redis|http):/.test(value));
    const hosts = urls.map((value) => new URL(value).hostname).filter((host) => host !== 'localhost');
    expect(hosts.length).toBeGreaterThan(1);
    expect(dependenciesOf(name)).toEqual(expect.arrayContaining(hosts));
  },
);

test.each([
  ['api', () => readConfig(envOf('api'), 'api').port],
  ['scheduler', () => readConfig(envOf('scheduler'), 'scheduler').healthPort],
  ['worker', () => readConfig(envOf('worker'), 'worker').healthPort],
] as const)('the health check of %s uses the port that it listens on', (name, port) => {
  expect(services[name]?.healthcheck?.test).toEqual(['CMD', 'check-health', String(port())]);
  expect(instructionsOf(image, 'COPY')).toContain(
    '--chmod=755 scripts/check-health.sh /usr/local/bin/check-health',
  );
});

describe('check-health', () => {
  let ready = true;
  let server: HealthServer;
  beforeAll(async () => {
    const logger = createLogger({ name: 'test', level: 'silent' });
    const database = async () => {
      if (!ready) throw new Error('it is unavailable');
    };
    const readiness = createReadiness({ checks: { database }, logger });
    server = await startHealthServer({ host: '127.0.0.1', port: 0, readiness, logger });
  });
  afterAll(() => server.close());

  const check = (port: number) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      const program = fileURLToPath(new URL('scripts/check-health.sh', root));
      execFile(program, [String(port)], (error, output) => resolve({ code: error?.code ?? 0, output }));
    });

  test('succeeds while the app is ready; otherwise fails and prints the failed checks', async () => {
    ready = true;
    expect(await check(server.port)).toEqual({ code: 0, output: '' });
    ready = false;
    const { code, output } = await check(server.port);
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual({ status: 'failed', checks: { database: 'failed' } });
  });

  test('fails when nothing listens on the port', async () => {
    expect((await check(await freePort())).code).toBe(1);
  });
});

test('api, scheduler and worker use the same object store', () => {
  const { s3 } = readConfig(envOf('worker'), 'worker');
  expect(s3).not.toBeNull();
  expect(readConfig(envOf('scheduler'), 'scheduler').s3).toEqual(s3);
  expect(readConfig(envOf('api'), 'api').s3).toEqual({ ...s3, delivery: 'stream', publicEndpoint: null });
});

test.each(['api', 'scheduler', 'worker', 'cli'] as const)(
  '%s receives the settings in the environment, except those that the file determines',
  (name) => {
    const all = [...Object.keys(settings), ...[...secretNames].map((one) => `${one}_FILE`)] as SettingName[];
    const names = all.filter((one) => readersOf(one).includes(name));
    const mine = Object.fromEntries(names.map((one) => [one, `mine-${one}`]));
    const { environment = {} } = readCompose(mine)[name]!;
    expect(names.filter((one) => environment[one] !== mine[one] && !decided.has(one))).toEqual([]);
  },
);

test('API keys are required, and the first key can be created with the command line', () => {
  expect(readConfig(envOf('api'), 'api')).toMatchObject({ authMode: 'api-key', allowUnauthenticated: false });
  const withoutKeys = { AUTH_MODE: 'none', ALLOW_UNAUTHENTICATED: 'true' };
  expect(readConfig(envOf('api', readCompose(withoutKeys)), 'api')).toMatchObject({ authMode: 'none' });
  expect(readConfig(services.cli?.environment ?? {}, 'cli').databaseUrl).toBe(envOf('api').DATABASE_URL);
  expect(services.cli).toMatchObject({ profiles: ['cli'], image: services.api?.image });
  const { cliCommand } = readConfig(envOf('api'), 'api');
  expect(firstKeyCommand({ cliCommand, dataDir: null })).toMatch(/^docker compose run --rm cli key /);
});

test('a command of `cli` uses the API with the key in the environment, and remedies name `docker compose`', async () => {
  const { environment = {} } = readCompose({ SHOTCLOCK_API_KEY: 'sc_mine' }).cli!;
  expect(environment.SHOTCLOCK_URL).toBe(`http://api:${readConfig(envOf('api'), 'api').port}`);
  expect(readCompose({ SHOTCLOCK_API_KEY_FILE: '/run/secrets/key' }).cli?.environment).toMatchObject({
    SHOTCLOCK_API_KEY: '',
    SHOTCLOCK_API_KEY_FILE: '/run/secrets/key',
  });
  const authorization: unknown[] = [];
  const api = createServer((request, response) => {
    authorization.push(request.headers.authorization);
    const problem = { code: 'unauthorized', detail: 'The key is invalid.', requestId: '1' };
    response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void api.close());
  await once(api, 'listening');
  const SHOTCLOCK_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const program = fileURLToPath(new URL('apps/cli/src/main.ts', root));
  const env = { ...bundledApps(), ...environment, SHOTCLOCK_URL };
  const stderr = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, 'schedules'], { env }, (_error, _output, printed) =>
      resolve(printed),
    );
  });
  expect(stderr).toContain('`docker compose run --rm cli key create --name cli --scopes read,write`');
  expect(authorization).toEqual(['Bearer sc_mine']);
});

test('.env.example lists the variables that the file reads, with their defaults', () => {
  const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
  const inFile = readVariables().map(({ name, fallback }) => `${name}=${fallback}`);
  const example = [...read('.env.example').matchAll(/^#(\w+=.*)$/gm)].map(([, line]) => line!);
  expect(example.sort()).toEqual([...new Set(inFile)].sort());
});

test("the worker's memory limit exceeds the memory that it may use", () => {
  const { workerConcurrency, workerMemoryMb, browserMemoryMb } = readConfig(envOf('worker'), 'worker');
  const [, gibibytes] = /^(\d+)g$/.exec(services.worker?.mem_limit ?? '') ?? [];
  expect(Number(gibibytes) * 1_024).toBeGreaterThan(workerMemoryMb + 2 * browserMemoryMb * workerConcurrency);
});

test('the worker does not have a port or a name that would prevent scaling', () => {
  expect(services.worker).not.toHaveProperty('ports');
  expect(services.worker).not.toHaveProperty('container_name');
  expect(services.worker).not.toHaveProperty('hostname');
});

test('the worker uses the browser in its image, with the sandbox enabled', () => {
  expect(instructionsOf(image, 'ARG')).toContain('CJK_FONTS=fonts-noto-cjk');
  expect(instructionsOf('build', 'RUN').join()).toContain('unpack-browser.ts /opt/chromium,');
  expect(readConfig(envOf('worker'), 'worker')).toMatchObject({
    chromiumPath: '/opt/chromium/chromium',
    chromiumSandbox: true,
  });
});

test('only the worker has the capabilities and options that namespaces need, and no process can gain privileges', () => {
  for (const name of Object.keys(ours)) {
    expect(services[name], name).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: [
        'no-new-privileges:true',
        ...(name === 'worker' ? ['apparmor=unconfined', 'systempaths=unconfined'] : []),
      ],
    });
    expect(services[name]?.cap_add, name).toEqual(
      name === 'worker' ? ['SYS_ADMIN', 'SYS_CHROOT'] : undefined,
    );
  }
});

test('only the API and Grafana publish a port, and only on loopback', () => {
  const publishedBy = (from: typeof services) =>
    Object.entries(from).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  const { host, port } = readConfig(envOf('api'), 'api');
  expect(publishedBy(services)).toEqual([
    ['api', `127.0.0.1:3000:${port}`],
    ['grafana', '127.0.0.1:3001:3000'],
  ]);
  expect(host).toBe('0.0.0.0');
  const changed = readCompose({ API_PORT: '4000', GRAFANA_PORT: '4001' });
  expect(publishedBy(changed)).toEqual([
    ['api', `127.0.0.1:4000:${port}`],
    ['grafana', '127.0.0.1:4001:3000'],
  ]);
  for (const name of ['api', 'scheduler', 'cli'])
    expect(changed[name]?.environment?.PUBLIC_URL, name).toBe('http://localhost:4000');
});

test('every condition in depends_on can be met', () => {
  const awaited = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on));
  for (const [name, { condition }] of awaited) {
    const service = services[name];
    expect(service, name).toBeDefined();
    if (condition === 'service_healthy') expect(service?.healthcheck?.test, name).toBeDefined();
    else
      expect([name, condition, service?.restart]).toEqual([
        'migrate',
        'service_completed_successfully',
        'no',
      ]);
  }
});

test('the password and the keys in the environment apply to the servers and to all their clients', () => {
  const own = { POSTGRES_PASSWORD: 'mine1', S3_ACCESS_KEY: 'mine2', S3_SECRET_KEY: 'mine3' };
  const changed = readCompose(own);
  expect(changed.postgres?.environment?.POSTGRES_PASSWORD).toBe('mine1');
  expect(changed.objects?.environment).toMatchObject({
    AWS_ACCESS_KEY_ID: 'mine2',
    AWS_SECRET_ACCESS_KEY: 'mine3',
  });
  for (const name of Object.keys(ours) as Ours[]) {
    expect(new URL(envOf(name, changed).DATABASE_URL ?? '').password, name).toBe('mine1');
  }
  for (const name of ['api', 'scheduler', 'worker'] as const) {
    expect(readConfig(envOf(name, changed), name).s3).toMatchObject({
      accessKey: 'mine2',
      secretKey: 'mine3',
    });
  }
  expect(JSON.stringify(readCompose())).toContain('shotclock-local');
  expect(JSON.stringify(changed)).not.toContain('shotclock-local');
});

describe('secrets in files', () => {
  let folder: string;
  let own: Record<string, string>;
  const values = {
    DATABASE_URL: 'postgres://shotclock:from-file@postgres:5432/shotclock',
    REDIS_URL: 'redis://:from-file@valkey:6379',
    S3_ACCESS_KEY: 'access-from-file',
    S3_SECRET_KEY: 'secret-from-file',
    LINK_SECRETS: 'a secret of at least 32 characters',
    SECRETS_KEYS: Buffer.alloc(32, 1).toString('base64'),
    SMTP_URL: 'smtp://user:from-file@mail.example.com',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=from-file',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=from-file',
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shotclock-secrets-'));
    own = { ALERT_FROM: 'shotclock@example.com' };
    for (const [name, value] of Object.entries(values)) {
      await writeFile(join(folder, name), `${value}\n`);
      own = { ...own, [name]: '', [`${name}_FILE`]: join(folder, name) };
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('each program reads its secrets from the files, and each container sees their folder', () => {
    expect(Object.keys(values).sort()).toEqual([...secretNames].sort());
    const changed = readCompose({ ...own, SECRETS_FOLDER: folder });
    for (const name of ['api', 'scheduler', 'worker', 'cli'] as const) {
      const env = name === 'cli' ? (changed.cli?.environment ?? {}) : envOf(name, changed);
      const { databaseUrl, s3 } = readConfig(env, name);
      expect([name, databaseUrl]).toEqual([name, values.DATABASE_URL]);
      expect(s3).toMatchObject({ accessKey: values.S3_ACCESS_KEY, secretKey: values.S3_SECRET_KEY });
    }
    expect(readConfig(envOf('api', changed), 'api').linkSecrets).toEqual([values.LINK_SECRETS]);
    for (const name of [...Object.keys(ours), 'cli', 'postgres', 'objects', 'grafana'])
      expect(changed[name]?.volumes, name).toContain(`${folder}:/run/secrets:ro`);
  });

  test('the S3 store gets its keys from the same files', async () => {
    const { entrypoint = [], command = [], environment } = readCompose(own).objects!;
    const printed = join(folder, 'entrypoint.sh');
    await writeFile(printed, '#!/bin/sh\necho "$AWS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY $1"\n', {
      mode: 0o755,
    });
    const [shell, ...args] = entrypoint.map((arg) => arg.replace('/entrypoint.sh', printed));
    const output = (env: Record<string, string> = {}) =>
      execFileSync(shell!, [...args, ...command], { env, encoding: 'utf8' }).trim();
    expect(output(environment)).toBe(`${values.S3_ACCESS_KEY} ${values.S3_SECRET_KEY} mini`);
    expect(output(readCompose().objects?.environment)).toBe('shotclock shotclock-local mini');
  });

  test('the password of Postgres can be in a file', () => {
    const file = { POSTGRES_PASSWORD: '', POSTGRES_PASSWORD_FILE: '/run/secrets/postgres' };
    expect(readCompose(file).postgres?.environment).toMatchObject(file);
  });
});

test('every image has a pinned version', () => {
  const ofServices = Object.values(services).flatMap(({ image }) => image ?? []);
  const ofStages = stages.map(({ from }) => from).filter((from) => !stages.some(({ name }) => name === from));
  for (const from of ofStages) expect(from).toMatch(/^\$\{(BASE|POSTGRES)\}$/);
  for (const one of [...ofServices, baseImage('BASE'), baseImage('POSTGRES')])
    expect(one).toMatch(/^[a-z/]+:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?$/);
});

test("the image uses the workspace's versions of Node and pnpm", () => {
  const { catalog } = parse(readFileSync(new URL('pnpm-workspace.yaml', root), 'utf8'));
  expect(baseImage('BASE')).toBe(`node:${catalog.node}-trixie-slim`);
  expect(instructionsOf('installer', 'RUN')[0]).toBe(
    `npm install --global ${json('package.json').packageManager}`,
  );
});

test("the image contains pg_dump and pg_restore of the server's image, which has the same Debian", () => {
  expect(baseImage('POSTGRES')).toBe(services.postgres?.image);
  const [base, postgres] = [baseImage('BASE'), baseImage('POSTGRES')].map(
    (one) => /-([a-z]+)/.exec(one)?.[1],
  );
  expect(base).toBe(postgres);
  expect(instructionsOf('postgres-client', 'RUN').join()).toMatch(/\/bin\/pg_dump \S+\/bin\/pg_restore/);
  expect(instructionsOf(image, 'COPY')).toContain('--from=postgres-client /client /usr/local');
  expect(instructionsOf(image, 'RUN')).toContain('ldconfig && pg_dump --version && pg_restore --version');
});

test('the image configures the allocator to return memory used by images to the system', () => {
  const variables = Object.entries(mallocSettings).map(([name, value]) => `${name}=${value}`);
  expect(instructionsOf(image, 'ENV')).toEqual(expect.arrayContaining(variables));
});

test('every path that the Dockerfile copies exists and is in the build context', () => {
  const copies = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'COPY'));
  for (const { text } of copies) {
    const [, stage] = /^--from=(\S+) /.exec(text) ?? [];
    if (stage) {
      expect(stages.map(({ name }) => name)).toContain(stage);
      continue;
    }
    const paths = text.split(' ').filter((word) => !word.startsWith('--'));
    for (const source of paths.slice(0, -1)) {
      expect(exists(source), source).toBe(true);
      expect(isIgnored(source), source).toBe(false);
    }
  }
  expect(copies.length).toBeGreaterThan(0);
});

test('the stage that builds the dashboard contains the files that its configuration extends', () => {
  const { extends: base } = json('apps/dashboard/tsconfig.json');
  const path = base.replace(/^(\.\.\/)+/, '');
  expect(instructionsOf('build', 'COPY')).toContain(`${path} LICENSE ./`);
});

test('the image runs as an ordinary user with an init, and dependencies are installed before sources are copied', () => {
  expect(instructionsOf(image, 'USER')).toEqual(['node']);
  expect(instructionsOf(image, 'ENTRYPOINT')).toEqual(['["tini", "--", "shotclock"]']);
  expect(instructionsOf(image, 'CMD')).toEqual(['["start"]']);
  for (const name of ['EXPOSE', 'VOLUME', 'HEALTHCHECK', 'LABEL'])
    expect(instructionsOf(image, name), name).toHaveLength(1);
  const build = stages.find(({ name }) => name === 'build')?.instructions.map(({ name }) => name);
  expect(build?.indexOf('RUN')).toBeLessThan(build?.indexOf('COPY') ?? 0);
});

test.each([
  '.git',
  '.env',
  'node_modules',
  'apps/api/node_modules',
  '.shotclock/postgres',
  'packages/db/.shotclock',
])('%s is not in the build context', (path) => expect(isIgnored(path)).toBe(true));

test('the stage that builds the handbook contains the documents', () => {
  const documents = globSync('*.md', { cwd: root }).sort();
  expect(instructionsOf('build', 'COPY')).toEqual(
    expect.arrayContaining(['docs docs', 'deploy deploy', `${documents.join(' ')} ./`]),
  );
});
