import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { guardianships } from '#server/db/schema/people.ts'
import { enrolments } from '#server/db/schema/programs.ts'
import { openProgramme2035 } from '#tests/support/schools/programme-2035.ts'
import { wrongPlaces } from '#tests/support/schools/purchase-calls.ts'
import { openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import type { TestApp } from '#tests/support/server/app.ts'
import { forgetLimits } from '#tests/support/server/limits.ts'
import { openRace, raceTimeoutMs, rivalCount, rounds } from '#tests/support/server/races.ts'

vi.setConfig({ testTimeout: raceTimeoutMs })

const moment = { now: new Date('2026-10-14T09:00:00Z'), timeZone: 'Europe/Moscow' }

let race: Awaited<ReturnType<typeof openRace>>
let server: TestApp
let other: TestApp
let school: SmallSchool
beforeAll(async () => {
  race = await openRace({ now: moment.now })
  ;({ server, other } = race)
  school = await openSmallSchool(server)
})
afterAll(() => race.close())

type Choice = { campaignUuid: string; opportunityUuid: string; groupUuid: string; studentUuid?: string }

test('A student with many tabs at two servers, and both guardians concurrently, enrol once in one programme', async () => {
  for (let round = 0; round < rounds; round += 1) {
    await forgetLimits(server.opened)
    const programme = await openProgramme2035(server)
    const choices = [
      await programme.addOpportunity({ places: 100 }),
      await programme.addOpportunity({ title: 'Новые материалы', places: 100 }),
    ]
    const { parent, childId } = await school.addFamily('Артём')
    const father = await server.signInAs({ roles: ['parent'] })
    await server.opened.database.insert(guardianships).values({ guardianId: father.userId, childId })
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    const tabs = [student, parent, father]
    for (const { userId } of [...tabs]) tabs.push(await other.signInAs({ roles: [], userId }))
    const statuses = await Promise.all(
      Array.from({ length: rivalCount }, async (_, index) => {
        const body = { ...(choices[index % choices.length] as Choice), studentUuid: childId }
        const person = tabs[index % tabs.length] ?? student
        const headers = { 'idempotency-key': randomUUID() }
        return (await person.call('POST /v1/schedule/group/enroll', { body, headers })).statusCode
      }),
    )
    expect(statuses.toSorted()).toEqual([200, ...Array(rivalCount - 1).fill(409)])
    const made = await server.opened.database.select().from(enrolments).where(eq(enrolments.studentId, childId))
    expect(made).toHaveLength(1)
    expect(
      await wrongPlaces(
        server,
        choices.map(({ groupUuid }) => groupUuid),
      ),
    ).toEqual([])
  }
})
