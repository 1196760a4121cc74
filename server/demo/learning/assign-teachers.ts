import type { SubjectCode } from '#server/demo/curriculum.ts'
import type { Person } from '#server/demo/people/people.ts'
import type { SchoolStructure } from '#server/demo/school-structure.ts'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'
import { demoSubject } from '#server/idp/demo-accounts.ts'

/** Subjects of the demo teacher accounts; the other teachers share the rest. */
const shownTeachers: readonly [login: DemoLogin, subject: SubjectCode][] = [
  ['teacher', 'math'],
  ['mixed', 'literature'],
  ['innopolis-teacher', 'intelligence'],
]

/** Assigns every group a teacher of its subject. */
export function assignTeachers({ groups }: SchoolStructure, teachers: readonly Person[]): void {
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
