import { StartupError } from '#server/terminal/startup-error.ts'

/** Numbers of rows by table. */
export type Figures = Record<string, number>

/** How far the numbers may be from those that were counted when the backup began: it ends later. */
const allowedShare = 0.01

/** Throws for a table that lacks rows or has too many, and for a backup without numbers. */
export function requireSameFigures(live: Figures, restored: Figures): void {
  const tables = Object.keys(restored)
  const differing = tables.filter((table) => {
    const [before = 0, after = 0] = [live[table], restored[table]]
    return live[table] === undefined || Math.abs(after - before) > Math.ceil(before * allowedShare)
  })
  if (differing.length === 0) return
  const list = differing.map((table) => `${table}: ${live[table] ?? '–'} → ${restored[table]}`).join(', ')
  throw new StartupError({
    ru: `Число строк не то, что при копировании: ${list}.`,
    en: `The numbers of rows are not those of the backup: ${list}.`,
  })
}

/** What Prometheus reads from a file (the textfile collector of node_exporter); times in seconds. */
export function metricsText(result: { isGood: boolean; endedAt: number; duration: number; backupAt: number | null }) {
  const gauges: [name: string, help: string, value: number | null][] = [
    ['account_restore_test_success', 'Whether the last backup could be restored and used.', result.isGood ? 1 : 0],
    ['account_restore_test_completed_seconds', 'When the restore test ended.', result.endedAt],
    ['account_restore_test_duration_seconds', 'How long the restore test took.', result.duration],
    ['account_backup_completed_seconds', 'When the tested backup ended.', result.backupAt],
  ]
  return gauges
    .filter(([, , value]) => value !== null)
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}
