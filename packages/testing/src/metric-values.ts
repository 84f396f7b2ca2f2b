/** Parses samples in the Prometheus text format. Keys are series: `name{label="value"}`. */
export async function metricValues(metrics: { text(): Promise<string> }): Promise<Map<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
