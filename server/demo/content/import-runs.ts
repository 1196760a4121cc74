import type { AuditAction } from '#contract/people/audit.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { importRuns } from '#server/db/schema/integration.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import { type Batch, batch } from '#server/demo/rows/row-batch.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, zonedInstant } from '#server/time/calendar-days.ts'

const counts = { read: 0, created: 0, changed: 0, unchanged: 0, deleted: 0, faulty: 0 }

const hour = 3_600_000

type PaymentsEntry = { at: Date; detail: string }

/**
 * An import without faults, and the last one, which has left out two rows, with their entries of the audit log; and the daily
 * files of the bank, whose entries the log has.
 */
export function* importRunRows(school: School, bankFiles: readonly PaymentsEntry[]): Generator<Batch> {
  const { people, today, random, plan } = school
  const startedBy = people.users.find(({ subject }) => subject === demoSubject('administrator'))?.id ?? null
  const ids = random.fork('imports')
  const [students, guardians] = [people.students.length, people.guardianships.length]
  const run = (createdAt: Date) => {
    const finishedAt = new Date(createdAt.getTime() + 45_000)
    return { id: ids.uuid(), startedBy, state: 'applied', createdAt, finishedAt, progress: 1 }
  }
  const whole = run(zonedInstant(addDays(today, -9), '18:05', plan.timeZone))
  const partly = run(new Date(plan.now.getTime() - 3 * hour))
  yield batch(importRuns, [
    {
      ...whole,
      fileName: 'school-2026.zip',
      size: 184_320,
      skipFaulty: false,
      faults: 0,
      findings: [],
      files: [
        { file: 'users.csv', ...counts, read: students, changed: 3, unchanged: students - 3 },
        { file: 'guardianships.csv', ...counts, read: guardians, created: 2, unchanged: guardians - 2 },
      ],
    },
    {
      ...partly,
      fileName: 'people.csv',
      size: 9_216,
      skipFaulty: true,
      faults: 2,
      files: [{ file: 'people.csv', ...counts, read: 41, created: 36, unchanged: 3, faulty: 2 }],
      findings: [
        { file: 'people.csv', line: 17, column: 'phone', reason: 'not-ten-digits', value: '+7 900 123-45' },
        { file: 'people.csv', line: 29, column: 'email', reason: 'not-an-email', value: 'olga.mail.example' },
      ],
    },
  ])
  yield batch(
    importRuns,
    bankFiles.map(({ at, detail }) => {
      const [fileName = '', count] = detail.split(': ')
      const [read, created] = [Number(count), Number(count)]
      const files = [{ file: fileName, ...counts, read, created }]
      return { ...run(at), startedBy: null, isCommand: true, finishedAt: at, fileName, files, findings: [] }
    }),
  )
  const noteOf = ({ finishedAt }: typeof whole, action: AuditAction, detail: string) => {
    return { id: ids.uuid(), at: finishedAt, action, actorId: startedBy, detail }
  }
  yield batch(auditEntries, [
    noteOf(whole, 'import.school', 'school-2026.zip: 5'),
    noteOf(partly, 'import.people', 'people.csv: 36'),
  ])
}
