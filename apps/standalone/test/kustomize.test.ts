import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, type SettingName, settings } from '@shotclock/runtime';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const folder = fileURLToPath(new URL('../../../deploy/kustomize', import.meta.url));
const kubectl = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].find(existsSync);
/** Sets of components that are rendered with the base. */
const combinations = [
  [],
  ['restricted'],
  ['keda'],
  ['metrics'],
  ['keda', 'metrics'],
  ['restricted', 'metrics', 'keda'],
].map((components) => ({ name: ['base', ...components].join(' + '), components }));
/** The job `migrate` reads the scheduler's settings. */
const apps = { api: 'api', scheduler: 'scheduler', worker: 'worker', migrate: 'scheduler' } as const;

type Container = {
  args: [keyof typeof apps];
  env?: { name: string; value: string }[];
  envFrom: unknown[];
  image: string;
  ports?: { name: string; containerPort: number }[];
  resources: { requests: object; limits: { memory: string } };
  securityContext: Record<string, unknown>;
} & Record<
  `${'startup' | 'liveness' | 'readiness'}Probe`,
  { httpGet: { path: string; port: string } } | undefined
>;
type Resource = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: {
    replicas?: number;
    template?: { spec: { containers: [Container] } & Record<string, unknown> };
    ingress?: { from?: { namespaceSelector?: { matchLabels: Record<string, string> } }[]; ports: object[] }[];
    triggers?: { metadata: { serverAddress: string } }[];
  };
  data?: Record<string, string>;
};

type Identity = Pick<Resource, 'apiVersion' | 'kind' | 'metadata'>;

/** Renders the base with components, as an overlay of an operator does. */
function render(components: string[]): Resource[] {
  const overlay = realpathSync(mkdtempSync(join(tmpdir(), 'shotclock-overlay-')));
  try {
    const pathOf = (name: string) => relative(overlay, join(folder, name));
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [pathOf('base')],
      components: components.map((name) => pathOf(`components/${name}`)),
    };
    writeFileSync(join(overlay, 'kustomization.yaml'), JSON.stringify(kustomization));
    const rendered = execFileSync(kubectl!, ['kustomize', overlay], { encoding: 'utf8' });
    return parseAllDocuments(rendered).map((document) => document.toJS());
  } finally {
    rmSync(overlay, { recursive: true });
  }
}
const containersOf = (resources: Resource[]) =>
  resources.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
const readersOf = (name: string): readonly App[] => settings[name as SettingName]?.apps ?? [];

test.skipIf(kubectl === undefined).each(combinations)(
  '$name sets only settings that its programs read',
  ({ components }) => {
    const resources = render(components);
    const containers = containersOf(resources);
    expect(containers.map(({ args: [name] }) => name).sort()).toEqual(Object.keys(apps).sort());
    for (const { args, env = [], image } of containers) {
      expect(image).toBe(
        `shotclock:${JSON.parse(readFileSync(`${folder}/../../package.json`, 'utf8')).version}`,
      );
      for (const { name } of env) expect(readersOf(name), name).toContain(apps[args[0]]);
    }
    const shared = resources.find(({ kind }) => kind === 'ConfigMap')!.data!;
    for (const name of Object.keys(shared)) expect(readersOf(name).length, name).toBeGreaterThan(0);
  },
);

test.skipIf(kubectl === undefined).each(combinations)(
  '$name probes its processes and limits their rights',
  ({ components }) => {
    for (const {
      args,
      ports,
      startupProbe,
      livenessProbe,
      readinessProbe,
      resources,
      securityContext,
    } of containersOf(render(components))) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources).toMatchObject({
        requests: { cpu: expect.anything() },
        limits: { memory: expect.anything() },
      });
      if (args[0] === 'migrate') continue;
      expect(ports).toContainEqual({ name: 'health', containerPort: Number(settings.HEALTH_PORT.default) });
      for (const probe of [startupProbe, livenessProbe, readinessProbe])
        expect(probe?.httpGet.port).toBe('health');
      expect(readinessProbe?.httpGet.path).toBe('/health/ready');
    }
  },
);

/** The module with the model of a resource, generated from the schemas of Kubernetes or of the operator. */
function modelOf({ apiVersion, kind }: Identity): string {
  const [group] = apiVersion.split('/');
  const operators: Record<string, string> = {
    'keda.sh': '@kubernetes-models/keda',
    'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  };
  return `${operators[group!] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/** Returns what the schemas say about resources. They permit unknown fields, which the types of the models do not. */
async function schemaErrors(resources: Identity[]): Promise<string[]> {
  const errors: string[] = [];
  for (const resource of resources) {
    const { [resource.kind]: Model } = await import(modelOf(resource));
    try {
      new Model(resource).validate();
    } catch (error) {
      errors.push(`${resource.kind} ${resource.metadata.name}: ${(error as Error).message}`);
    }
  }
  const project = mkdtempSync(join(tmpdir(), 'shotclock-kustomize-'));
  try {
    symlinkSync(fileURLToPath(new URL('../node_modules', import.meta.url)), join(project, 'node_modules'));
    const lines = resources.map((resource, index) => {
      const { apiVersion: _apiVersion, kind: _kind, ...fields } = resource;
      return `import { ${resource.kind} as Model${index} } from '${modelOf(resource)}';\nnew Model${index}(${JSON.stringify(fields)});`;
    });
    writeFileSync(join(project, 'resources.ts'), lines.join('\n'));
    const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--pretty', 'false'];
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, 'resources.ts'], {
      cwd: project,
      encoding: 'utf8',
    });
    return [...errors, ...stdout.split('\n').filter((line) => line.includes('error TS'))];
  } finally {
    rmSync(project, { recursive: true });
  }
}

test.skipIf(kubectl === undefined).each(combinations)(
  '$name conforms to the schemas of its resources',
  async ({ components }) => {
    const resources = render(components);
    expect(resources.length).toBeGreaterThan(5);
    expect(await schemaErrors(resources)).toEqual([]);
  },
);

test.each<[change: object, error: RegExp]>([
  [{ maxReplicaCount: '10' }, /maxReplicaCount must be integer/],
  [{ maxReplicas: 10 }, /maxReplicas.* does not exist/],
  [{ triggers: [{ type: 'prometheus' }] }, /metadata/],
])('the schema of a ScaledObject refuses %j', async (change, error) => {
  const scaled = {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: 'worker' },
    spec: {
      scaleTargetRef: { name: 'worker' },
      triggers: [{ type: 'prometheus', metadata: { query: 'x' } }],
    },
  };
  expect(await schemaErrors([scaled])).toEqual([]);
  const changed = { ...scaled, spec: { ...scaled.spec, ...change } };
  expect((await schemaErrors([changed])).join('\n')).toMatch(error);
});

test.skipIf(kubectl === undefined)('the Prometheus that KEDA asks may read the metrics', () => {
  expect(combinations.at(-1)!.components.toSorted()).toEqual(readdirSync(`${folder}/components`).sort());
  const resources = render(['keda']);
  const { serverAddress } = resources.flatMap(({ spec }) => spec?.triggers ?? [])[0]!.metadata;
  const [, namespace] = new URL(serverAddress).hostname.split('.');
  expect(resources.flatMap(({ spec }) => spec?.ingress ?? [])).toContainEqual({
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
    ports: [{ port: Number(settings.HEALTH_PORT.default) }],
  });
});

test.skipIf(kubectl === undefined)('the command for the first key runs in the deployment of the API', () => {
  const api = render([]).find(({ spec }) => spec?.template?.spec.containers[0].args[0] === 'api')!;
  const cliCommand = containersOf([api])[0]!.env!.find(({ name }) => name === 'CLI_COMMAND')!.value;
  expect(api.kind).toBe('Deployment');
  expect(cliCommand).toBe(`kubectl exec deploy/${api.metadata.name} -- shotclock`);
  const operations = readFileSync(`${folder}/../../docs/operations.md`, 'utf8');
  expect(operations).toContain(`\`${cliCommand} key create …\``);
});

test('the base names every secret that a program with external stores needs', () => {
  const [comment] = readFileSync(`${folder}/base/kustomization.yaml`, 'utf8').split('apiVersion');
  const named = comment!.match(/[A-Z0-9]+_[A-Z_]+/g) ?? [];
  for (const name of named) expect(settings[name as SettingName]?.secret, name).toBe(true);
  for (const [name, { requiredBy }] of Object.entries(settings))
    if (requiredBy.length > 0) expect(named).toContain(name);
});
