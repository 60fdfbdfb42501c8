/** One measurement: its name without the appliance's own beginning, and what it counts. */
export type Metric = {
  name: string
  help: string
  type: 'gauge' | 'counter'
  values: readonly { labels?: Record<string, string>; value: number }[]
}

export const gauge = (name: string, help: string, value: number): Metric => ({
  ...{ name, help },
  type: 'gauge',
  values: [{ value }],
})

/** How the requests to this process were answered, since it started. */
export const answers = { byClass: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }, seconds: 0 }

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** The text format that Prometheus reads. */
export function inPrometheusForm(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, values }) => [
    `# HELP appliance_${name} ${help}`,
    `# TYPE appliance_${name} ${type}`,
    ...values.map(({ labels = {}, value }) => {
      const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
      return `appliance_${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}`
    }),
  ])
  return `${lines.join('\n')}\n`
}
