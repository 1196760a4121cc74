import type { DemoLogin } from './accounts.ts'
import { demoSubject } from './accounts.ts'
import type { SubjectCode } from './curriculum.ts'
import type { Frame } from './frame.ts'
import type { Person } from './people.ts'

/** What the teachers who sign in teach; the others share the rest. */
const shownTeachers: readonly [login: DemoLogin, subject: SubjectCode][] = [
  ['teacher', 'math'],
  ['mixed', 'literature'],
  ['innopolis-teacher', 'intelligence'],
]

/** Gives every group a teacher of its subject. */
export function assignTeachers({ groups }: Frame, teachers: readonly Person[]): void {
  const bySubject = new Map(
    shownTeachers.map(([login, subject]) => [
      subject,
      teachers.filter(({ subject: sub }) => sub === demoSubject(login)),
    ]),
  )
  const others = teachers.filter(({ subject }) => subject === null)
  let next = 0
  for (const { program, row } of groups) {
    const known = bySubject.get(program.subject) ?? []
    const isTakenTurns = known.length === 0 || row.title.endsWith('-2')
    if (known.length < 2 && isTakenTurns) known.push(others[next++ % others.length] as Person)
    bySubject.set(program.subject, known)
    row.teacherId = (row.title.endsWith('-2') ? known.at(-1) : known[0])?.id ?? null
  }
}
