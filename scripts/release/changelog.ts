const unreleased = '## Unreleased\n';

/** The text of a version's section without its heading, or null if the changelog has no such section. */
export function changelogSection(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`${version}\n`));
  return found === undefined ? null : found.slice(version.length).trim();
}

/**
 * Moves the unreleased changes to the section of a version.
 * @throws Error if there are no unreleased changes, or the version has a section
 */
export function releaseChanges(changelog: string, version: string): string {
  if (!changelogSection(changelog, 'Unreleased')) throw new Error('CHANGELOG.md has no unreleased changes');
  if (changelogSection(changelog, version) !== null)
    throw new Error(`CHANGELOG.md already has a section ${version}`);
  return changelog.replace(unreleased, `${unreleased}\n## ${version}\n`);
}
