import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConsentAction } from '../in-page/consent-agent.ts';

/** A rule in the format of autoconsent's `rules.json`. Its steps are passed on unchecked. */
export type ConsentRule = {
  name: string;
  runContext?: { main?: boolean; frame?: boolean; urlPattern?: string };
  detectCmp: unknown[];
  detectPopup: unknown[];
  optOut: unknown[];
  optIn?: unknown[];
  /** Whether the rule hides its popup instead of answering it. */
  cosmetic?: boolean;
};

export type ConsentRules = {
  /** The source of autoconsent's script. */
  script: string;
  /** The rules for a document, as JSON. */
  rulesFor(document: { url: string; mainFrame: boolean; action: ConsentAction }): string;
};

/** Reads the rules on the first call, so that a process that never needs them does not spend time and memory on them. */
export type LoadConsentRules = () => Promise<ConsentRules>;

const rulesFile = fileURLToPath(import.meta.resolve('@duckduckgo/autoconsent/rules/rules.json'));
/** The package does not export this file. */
const scriptFile = join(dirname(rulesFile), '../dist/autoconsent.playwright.js');

/** @param rules the operator's rules, which replace the package's rules; null without them */
export function createConsentRulesLoader(rules: ConsentRule[] | null): LoadConsentRules {
  let loading: Promise<ConsentRules> | null = null;
  const load = async () => {
    const script = await readFile(scriptFile, 'utf8');
    return { script, rulesFor: selectRules(rules ?? (await readConsentRules(rulesFile))) };
  };
  return () => {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/**
 * Reads rules in the format of autoconsent's `rules.json`.
 * @throws Error that contains the file name
 */
export async function readConsentRules(file: string): Promise<ConsentRule[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`the file ${file} cannot be read (${cause.code})`, { cause });
  });
  const invalid = (reason: string) => new Error(`the file ${file} is not valid: ${reason}`);
  let content: { autoconsent?: unknown } | null;
  try {
    content = JSON.parse(text);
  } catch {
    throw invalid('it does not contain JSON');
  }
  const rules = content?.autoconsent;
  if (!Array.isArray(rules)) throw invalid('autoconsent must be a list of rules');
  const index = rules.findIndex((rule) => !isRule(rule));
  if (index !== -1)
    throw invalid(
      `autoconsent[${index}] must have a name, the lists detectCmp, detectPopup and optOut, and, if it has a urlPattern, a regular expression`,
    );
  return rules;
}

function isRule(rule: Partial<ConsentRule> | null): boolean {
  if (typeof rule?.name !== 'string') return false;
  if (![rule.detectCmp, rule.detectPopup, rule.optOut, rule.optIn ?? []].every(Array.isArray)) return false;
  try {
    new RegExp(rule.runContext?.urlPattern ?? '');
    return true;
  } catch {
    return false;
  }
}

function selectRules(rules: ConsentRule[]): ConsentRules['rulesFor'] {
  const prepared = rules.map((rule) => {
    const { main = true, frame = false, urlPattern = '' } = rule.runContext ?? {};
    return {
      ...{ main, frame, pattern: urlPattern === '' ? null : new RegExp(urlPattern) },
      json: {
        reject: ruleJson(rule, 'reject'),
        accept: ruleJson(rule, 'accept'),
        hide: ruleJson(rule, 'hide'),
      },
    };
  });
  return ({ url, mainFrame, action }) => {
    const selected = prepared.filter(
      ({ main, frame, pattern }) => (mainFrame ? main : frame) && (pattern === null || pattern.test(url)),
    );
    return `[${selected.map(({ json }) => json[action]).join(',')}]`;
  };
}

/** A rule as JSON, with only the steps for `action` and the fields that the agent uses. */
function ruleJson(rule: ConsentRule, action: ConsentAction): string {
  const { optOut, optIn = [], runContext = {}, ...others } = withoutUnusedFields(rule);
  // Cosmetic rules hide their popup by opting out.
  const optsOut = action === 'reject' || rule.cosmetic === true;
  const steps = { optOut: optsOut ? optOut : [], optIn: action === 'accept' ? optIn : [] };
  return JSON.stringify({ ...others, runContext, ...steps });
}

function withoutUnusedFields(rule: ConsentRule): Partial<ConsentRule> {
  const omitted = new Set(['_metadata', 'comment', 'openCmp', 'test', 'vendorUrl']);
  return Object.fromEntries(Object.entries(rule).filter(([name]) => !omitted.has(name)));
}
