import { randomUUID } from 'node:crypto'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { runCommand, type ServerProcess } from '#tests/support/server/server-process.ts'

const day = 86_400_000

/** The first lesson after tomorrow that has not been moved yet. Throws if there is none. */
export function findComingLesson(items: readonly ScheduleItem[]): ScheduleItem {
  const lesson = items.find(
    ({ category, state, startsAt }) =>
      category === 'lessons' && state === 'planned' && Date.parse(startsAt) > Date.now() + 2 * day,
  )
  if (lesson === undefined) throw new Error('The demo has no coming lesson')
  return lesson
}

/** Another program moves a lesson by half an hour through the integration API. Returns the new start. */
export async function moveLesson({ address, dataDir }: ServerProcess, { uuid }: ScheduleItem): Promise<string> {
  const account = await runCommand(
    'server/integration/service-accounts/main.ts',
    // Stories of a worker share a server, where the names of service accounts are unique.
    [`timetable-${randomUUID()}`, '--scopes', 'lessons:read,lessons:write'],
    { DATA_DIR: dataDir },
  )
  const [, client_id = '', client_secret = ''] = /client_id +(\S+)\nclient_secret +(\S+)\n/.exec(account.out) ?? []
  const api = `${address}/api/integration/v1`
  const token = await fetch(`${api}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const lesson = `${api}/lessons/${uuid}`
  const record = (await (await fetch(lesson, { headers })).json()) as { startsAt: string; endsAt: string }
  const later = (iso: string) => new Date(Date.parse(iso) + 30 * 60_000).toISOString()
  const moved = { ...record, startsAt: later(record.startsAt), endsAt: later(record.endsAt) }
  const answer = await fetch(lesson, { method: 'PUT', headers, body: JSON.stringify(moved) })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return moved.startsAt
}
