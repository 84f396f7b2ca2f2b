// Generates the text of docs/settings.md from the settings table. `pnpm docs:settings` writes the file.
import { type Setting, settingGroups } from './settings.ts';

export const settingsFile = new URL('../../../../docs/settings.md', import.meta.url);

const introduction = `# Settings

<!-- Generated from packages/runtime/src/settings/settings.ts by \`pnpm docs:settings\`. -->

All settings are environment variables. An empty variable counts as unset. A process does not start with an invalid value, or with a name
that looks like a misspelled setting.

Each entry lists, in parentheses, the processes that read the setting (\`all\`: api, scheduler and worker) and its default. An optional setting is unset by
default. Standalone (\`pnpm start\`) reads all settings except \`HEALTH_HOST\` and \`LOG_FILE\`, and requires none. \`cli\` is
\`pnpm shotclock\`. Messages hide the value of a secret. Instead of a secret \`NAME\`, \`NAME_FILE\` can contain the path of a file with its value; the last
line break of the file is ignored.
`;

/** The text of docs/settings.md. */
export function settingsDocument(): string {
  const sections = Object.entries(settingGroups).map(
    ([heading, settings]) => `\n## ${heading}\n\n${Object.entries(settings).map(describe).join('')}`,
  );
  return introduction + sections.join('');
}

function describe([name, setting]: [string, Setting<unknown>]): string {
  const apps = listOf(setting.apps.filter((app) => app !== 'standalone'));
  const secret = setting.secret ? '; secret' : '';
  return `- **\`${name}\`** (${apps}; ${defaultOf(setting)}${secret}): ${escapeMarkdown(`${setting.description} _Valid:_ ${setting.type.expected.replace(/^an integer from /, '')}.`)}\n`;
}

const listOf = (apps: readonly string[]) => apps.join(', ').replace('api, scheduler, worker', 'all');

/** Markdown would show an address in angle brackets as a link. */
const escapeMarkdown = (text: string): string => text.replaceAll('<', '\\<');

function defaultOf({ default: text, defaultText, requiredBy }: Setting<unknown>): string {
  if (requiredBy.length > 0) return `required by ${listOf(requiredBy)}`;
  if (defaultText !== undefined) return `default: ${defaultText}`;
  return text ? `default: \`${text}\`` : 'optional';
}
