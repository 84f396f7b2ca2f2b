import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

// Checks docs/openapi.json with Redocly's recommended rules and Spectral's `spectral:oas`. Warnings count as failures.

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));

const problems = await lint({ ref: file, config: await createConfig({ extends: ['recommended'] }) });
formatProblems(problems, { format: 'stylish', totals: getTotals(problems), maxProblems: 100 });

const spectral = new spectralCore.Spectral();
spectral.setRuleset(spectralRulesets.oas as RulesetDefinition);
const findings = await spectral.run(await readFile(file, 'utf8'));
for (const { code, message, path } of findings) console.error(`${path.join('.')}  ${code}  ${message}`);

console.log(`Redocly: ${problems.length} problems. Spectral: ${findings.length} problems.`);
if (problems.length + findings.length > 0) process.exitCode = 1;
