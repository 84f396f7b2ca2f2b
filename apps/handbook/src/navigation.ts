type ListedPage = {
  /** Path of the Markdown in the repository. */
  path: string;
  /** What the page contains, for `llms.txt` and search engines. */
  summary: string;
  /** Default: the title of the page. */
  label?: string;
};

/** The groups of the navigation and of `llms.txt`. */
export const navigation: { title: string; pages: ListedPage[] }[] = [
  {
    title: 'Start',
    pages: [
      {
        path: 'README.md',
        label: 'Introduction',
        summary: 'Start the system, and a tour of its API with curl.',
      },
    ],
  },
  {
    title: 'Use',
    pages: [
      { path: 'docs/dashboard.md', summary: 'The screens of the dashboard.' },
      {
        path: 'docs/captures.md',
        label: 'Captures',
        summary: 'What images show, options, page records, verdicts and content-change checks.',
      },
      { path: 'docs/alerts.md', summary: 'Destinations, rules, feeds and signed webhooks.' },
      {
        path: 'docs/cli.md',
        label: 'Command line',
        summary: 'Captures, schedules and YAML files in a terminal.',
      },
      {
        path: 'packages/client/README.md',
        label: 'TypeScript client',
        summary: 'Recipes for the client in Node, Deno, Bun and browsers.',
      },
      { path: 'api/README.md', summary: 'All operations, their parameters, bodies, responses and errors.' },
    ],
  },
  {
    title: 'Operate',
    pages: [
      {
        path: 'docs/operations.md',
        summary: 'Deployment, API keys, limits, scaling, monitoring, backup, restore and upgrades.',
      },
      { path: 'docs/settings.md', summary: 'All environment variables, with defaults and valid values.' },
      { path: 'docs/scale.md', summary: 'What a system of a given size can do, and what limits it.' },
      { path: 'docs/egress.md', summary: 'What pages can reach, and how private addresses are protected.' },
      { path: 'docs/monitoring/README.md', summary: 'Prometheus rules and a Grafana dashboard.' },
      { path: 'SECURITY.md', summary: 'The threat model, and how to report a vulnerability.' },
    ],
  },
  {
    title: 'Understand',
    pages: [
      {
        path: 'docs/architecture.md',
        summary: 'The processes and packages, and how a capture passes through them.',
      },
      { path: 'docs/glossary.md', summary: 'The terms in the code, the API and the documents.' },
      { path: 'docs/faults.md', summary: 'What is guaranteed when a process, a store or a page fails.' },
      { path: 'docs/performance.md', summary: 'Measurements, and the commands that repeat them.' },
      { path: 'docs/adr/README.md', summary: 'The decisions about the design, and their reasons.' },
    ],
  },
  {
    title: 'Change',
    pages: [
      { path: 'CONTRIBUTING.md', summary: 'Setup, tests, debugging, and how to add parts.' },
      { path: 'CHANGELOG.md', summary: 'What changed in each version, and how to upgrade.' },
    ],
  },
];

export const listedPages: readonly ListedPage[] = navigation.flatMap(({ pages }) => pages);
