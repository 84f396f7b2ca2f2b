/** How often each route returned each status. */
export class Coverage {
  readonly #counts = new Map<string, Map<number, number>>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  count(route: string, status: number): void {
    const statuses = this.#counts.get(route) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.#counts.set(route, statuses);
    this.#total += 1;
  }

  /** The routes that never returned a status below 400. */
  neverSucceeded(routes: string[]): string[] {
    return routes.filter(
      (route) => ![...(this.#counts.get(route)?.keys() ?? [])].some((status) => status < 400),
    );
  }

  /** One line per route: the number of requests, followed by the number for each status. */
  toString(): string {
    const lines = [...this.#counts.entries()]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([route, statuses]) => {
        const sum = [...statuses.values()].reduce((total, number) => total + number, 0);
        const each = [...statuses.entries()]
          .sort(([a], [b]) => a - b)
          .map(([status, number]) => `${status} × ${number}`);
        return `${String(sum).padStart(7)}  ${route.padEnd(60)}  ${each.join(', ')}`;
      });
    return lines.join('\n');
  }
}
