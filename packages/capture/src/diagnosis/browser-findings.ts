import { type Finding, failed, ok, warning } from '@shotclock/runtime';
import type { IsolationSetting } from '../browser/probe-isolation.ts';
import type { IsolationKind } from '../isolation/isolation-kind.ts';
import type { BrowserFacts, Loss, Script } from '../model/browser-facts.ts';
import { type ProcessRights, readProcessRights } from './process-rights.ts';

export const browserChecks = ['browser', 'sandbox', 'isolation', 'fonts', 'rights'] as const;
export type BrowserFindings = Record<(typeof browserChecks)[number], Finding>;

/** The settings of a worker for its browsers. */
export type ProtectionSettings = { sandbox: boolean | 'auto'; isolation: IsolationSetting };

/** Judges what the start of a browser has shown by the settings. */
export async function browserFindings(
  facts: BrowserFacts,
  settings: ProtectionSettings,
): Promise<BrowserFindings> {
  return {
    browser: ok(`${facts.version} at ${facts.executablePath} starts.`),
    sandbox: sandboxFinding(facts, settings),
    isolation: isolationFinding(facts, settings),
    fonts: fontFinding(facts.missingScripts),
    rights: rightsFinding(await readProcessRights(), facts.losses),
  };
}

function sandboxFinding({ losses }: BrowserFacts, { sandbox }: ProtectionSettings): Finding {
  if (sandbox === false)
    return warning(
      'CHROMIUM_SANDBOX=off: code that controls a renderer has the rights of its browser.',
      'Set CHROMIUM_SANDBOX=auto.',
    );
  return lossFinding(losses, 'sandbox', sandbox === true) ?? ok('Browsers use the Chromium sandbox.');
}

const isolationTexts: Record<IsolationKind, string> = {
  'dynamic-user': 'Browsers run in their own namespaces, each as a separate user.',
  'user-namespace': 'Browsers run in their own namespaces.',
};

function isolationFinding(facts: BrowserFacts, { isolation }: ProtectionSettings): Finding {
  const lost = lossFinding(facts.losses, 'isolation', isolation === 'required');
  if (lost) return lost;
  if (facts.isolation === 'user-namespace' && process.getuid?.() === 0)
    return warning(
      'Browsers run in their own namespaces, but not as separate users: outside of their namespaces, they are root.',
      'Run the worker as an ordinary user (docs/operations.md, "Browser isolation").',
    );
  if (facts.isolation !== null) return ok(isolationTexts[facts.isolation]);
  return warning(
    'BROWSER_ISOLATION=off: code that controls a browser has the rights of the worker.',
    'Set BROWSER_ISOLATION=auto.',
  );
}

function lossFinding(
  losses: readonly Loss[],
  protection: Loss['protection'],
  isRequired: boolean,
): Finding | null {
  const loss = losses.find((one) => one.protection === protection);
  return loss ? (isRequired ? failed : warning)(loss.problem, loss.remedy) : null;
}

const fontPackages: Record<Script, string> = {
  latin: 'fonts-liberation',
  cjk: 'fonts-noto-cjk',
  emoji: 'fonts-noto-color-emoji',
};
const scriptNames: Record<Script, string> = {
  latin: 'Latin',
  cjk: 'Chinese, Japanese and Korean',
  emoji: 'emoji',
};

function fontFinding(missing: readonly Script[]): Finding {
  if (missing.length === 0) return ok('Browsers have fonts for Latin, Chinese, Japanese, Korean and emoji.');
  return warning(
    `Browsers have no font for ${missing.map((script) => scriptNames[script]).join(' and ')}: pages show boxes.`,
    `Install fonts, for example with apt install ${missing.map((script) => fontPackages[script]).join(' ')}.`,
  );
}

export function rightsFinding({ text, inContainer }: ProcessRights, losses: readonly Loss[]): Finding {
  if (losses.length === 0) return ok(`${text}.`);
  const names = { isolation: 'isolation of browsers', sandbox: 'the Chromium sandbox' };
  return warning(
    `${text}. These rights do not suffice for ${losses.map(({ protection }) => names[protection]).join(' and ')}.`,
    inContainer
      ? 'Start the container with --security-opt seccomp=deploy/seccomp.json --security-opt apparmor=unconfined --security-opt systempaths=unconfined (docs/operations.md, "Container rights").'
      : 'Permit unprivileged user namespaces and mounts (docs/operations.md, "Browser isolation").',
  );
}
