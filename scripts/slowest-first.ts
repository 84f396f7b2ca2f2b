import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A process runs the files of one project at a time, so the files of each project are kept together. */
const projects = ['system', 'apps', 'PostgreSQL 15', 'packages'];
/** Path prefixes of the slowest test files. All other files follow in Vitest's order. */
const slowest = [
  'apps/dashboard/test/workflows.',
  'packages/testing/test/chaos-',
  'apps/dashboard/test/',
  'apps/standalone/',
  'packages/testing/',
  'packages/capture/test/budget/',
  'packages/capture/test/hostile/',
  'packages/queue/',
  'packages/db/',
  'packages/capture/',
  'apps/worker/',
  'apps/cli/',
  'apps/scheduler/',
  'apps/api/src/main.',
  'packages/compare/test/',
  'packages/embedded/',
  'packages/core/',
  'apps/api/test/',
];

/** Starts the slowest test files first, so that the run does not end with a single file on an otherwise idle machine. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      const place = slowest.findIndex((beginning) => path.startsWith(beginning));
      return 100 * projects.indexOf(project.name) + (place === -1 ? slowest.length : place);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
