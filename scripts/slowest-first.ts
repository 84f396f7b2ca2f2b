import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The packages with the slowest test files, slowest first. Other packages follow in Vitest's order. */
const slowest = ['testing', 'standalone', 'queue', 'db', 'capture', 'worker', 'core'].map(
  (name) => `@shotclock/${name}`,
);

/** Starts the slowest test files first, so that the run does not end with one file on an otherwise idle machine. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => slowest.indexOf(project.name) + 1 || slowest.length + 1;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
