import { randomUUID } from 'node:crypto'
import { baskets } from '#server/db/schema/contracts.ts'
import { campaigns, offers, opportunities, opportunityGroups, studyGroups } from '#server/db/schema/programs.ts'
import type { TestApp } from '#tests/support/server/app.ts'
import { ids } from './small-school.ts'

export type Programme2035 = Awaited<ReturnType<typeof openProgramme2035>>

/** A 2035 campaign of a small school with a token; a test adds opportunities to it. */
export async function openProgramme2035(
  { opened: { database } }: TestApp,
  { enrolUntil = '2026-10-31' }: { enrolUntil?: string } = {},
) {
  const campaignUuid = randomUUID()
  const token = Buffer.from(campaignUuid.replaceAll('-', ''), 'hex').toString('base64url')
  await database.insert(campaigns).values({
    id: campaignUuid,
    kind: 'u2035',
    branch: 'academy',
    title: `Программа «2035» ${token}`,
    description: 'Технологии будущего',
    schoolYear: '2026/2027',
    startsOn: '2026-11-02',
    endsOn: '2027-01-31',
    enrolUntil,
  })
  await database.insert(offers).values({ token, campaignId: campaignUuid })

  return {
    token,
    campaignUuid,
    /** With one group. A paid opportunity has a basket. */
    async addOpportunity({
      title = 'Беспилотные системы',
      grades = [],
      isForOwn = false,
      places = 10,
      price = 0,
    }: {
      title?: string
      grades?: number[]
      isForOwn?: boolean
      places?: number
      price?: number
    } = {}) {
      const [opportunityUuid, groupUuid] = [randomUUID(), randomUUID()]
      const createdAt = new Date('2026-09-01T09:00:00Z')
      await database.insert(opportunities).values({
        id: opportunityUuid,
        campaignId: campaignUuid,
        title,
        description: 'Дрон',
        hours: 36,
        grades,
        isForOwn,
      })
      await database.insert(studyGroups).values({
        id: groupUuid,
        programId: ids.program,
        territoryId: ids.territory,
        campaignId: campaignUuid,
        title: `${title} ${groupUuid.slice(0, 4)}`,
        format: 'offline',
        startsOn: '2026-11-02',
        endsOn: '2027-01-31',
        price,
        paymentSchemes: ['OnePayment'],
        placesTotal: places,
      })
      await database.insert(opportunityGroups).values({ opportunityId: opportunityUuid, groupId: groupUuid })
      if (price > 0) {
        const basket = { opportunityId: opportunityUuid, campaignId: campaignUuid, createdAt }
        await database.insert(baskets).values({ ...basket, paymentScheme: 'OnePayment' })
      }
      return { campaignUuid, opportunityUuid, groupUuid }
    },
  }
}
