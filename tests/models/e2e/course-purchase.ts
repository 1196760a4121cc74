import { and, eq, ne } from 'drizzle-orm'
import { contracts } from '#server/db/schema/contracts.ts'
import { campaigns, studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import type { PurchaseLocation } from '#src/machines/purchase-location.ts'
import { ids } from '#tests/support/samples/purchase-samples.ts'
import { purchaseCalls } from '#tests/support/schools/purchase-calls.ts'
import { newPerson, schoolOf } from './school.ts'
import type { TestServer } from './test-server.ts'

const scheme = 'StepByStep'
/** It does not divide evenly: the last payment takes the rest. */
const price = 90_001_00

/** A course with a group of one free place and a full group, the family that buys it, and concurrent changes. */
export type Shop = Awaited<ReturnType<typeof openShop>>

export async function openShop(server: TestServer) {
  const { database } = server
  const school = await schoolOf(server)
  const shop = purchaseCalls()
  const parent = await newPerson(server, { confirmed: false })
  const [artem, maria] = [await school.addChild('Артём', [parent]), await school.addChild('Мария', [parent])]
  const { home: free, programId, campaignId } = await school.begin()
  const asBefore = { price, paymentSchemes: ['OnePayment', scheme], placesTotal: 1, placesTaken: 0 } as const
  const enrolUntil = (day: string) =>
    database.update(campaigns).set({ enrolUntil: day }).where(eq(campaigns.id, campaignId))
  const change = (group: string, changes: Partial<typeof studyGroups.$inferInsert>) =>
    database.update(studyGroups).set(changes).where(eq(studyGroups.id, group))
  await change(free, { title: 'ФИЗ-А', ...asBefore, paymentSchemes: [...asBefore.paymentSchemes] })
  const full = await school.addGroup({ title: 'ФИЗ-В', placesTotal: 1, placesTaken: 1 })
  await school.addContract(maria, {
    groupId: await school.addGroup({ title: 'ФИЗ-М' }),
    customerId: parent.userId,
  })
  const real: Record<string, string> = {
    [ids.course]: programId,
    [ids.artem]: artem,
    [ids.maria]: maria,
    [ids.free]: free,
    [ids.full]: full,
  }

  const ofArtem = and(eq(contracts.studentId, artem), ne(contracts.status, 'Termination'))
  async function contractOfArtem() {
    const [contract] = await database.select().from(contracts).where(ofArtem)
    return contract
  }

  const fill = async () => {
    const { groceryBasketUuid } = await shop.filled(parent, { groupUuid: free, studentUuid: artem, scheme })
    real[ids.basket] = groceryBasketUuid
  }

  return {
    parent,
    real,
    isClosed: false,
    isDearer: false,
    /** Resets the course and the enrolment, then creates what the URL names: a basket or a contract of another tab. */
    async settle(location: PurchaseLocation): Promise<void> {
      if (await contractOfArtem()) {
        await database.update(contracts).set({ status: 'Termination' }).where(ofArtem)
      }
      await change(free, { ...asBefore, paymentSchemes: [...asBefore.paymentSchemes] })
      await enrolUntil('2027-06-30')
      if (location.basket) await fill()
      if (!location.contract) return
      await fill()
      await this.buyElsewhere()
    },
    /** Another tab of the same family creates the contract. */
    async buyElsewhere(): Promise<void> {
      const basket = { groceryBasketUuid: real[ids.basket] ?? '', campaignUuid: campaignId }
      await expectOk(shop.buy(parent, basket))
      await this.findContract()
    },
    async dropElsewhere(): Promise<void> {
      await expectOk(shop.drop(parent, real[ids.basket] ?? ''))
    },
    /** Another family takes the last place. */
    async rivalBuys(): Promise<void> {
      const rival = await newPerson(server, { confirmed: false })
      const studentUuid = await school.addChild('Лев', [rival])
      const filled = await shop.filled(rival, { groupUuid: free, studentUuid, scheme })
      await expectOk(shop.buy(rival, filled))
    },
    async setPrice(now: number): Promise<void> {
      this.isDearer = true
      await change(free, { price: now })
    },
    async withdrawScheme(): Promise<void> {
      await change(free, { paymentSchemes: ['OnePayment'] })
    },
    async closeEnrolment(): Promise<void> {
      this.isClosed = true
      await enrolUntil('2026-10-13')
    },
    async addPlace(group: string): Promise<void> {
      await change(real[group] ?? '', { placesTotal: 2 })
    },
    waits: () => database.$count(waitingListEntries, eq(waitingListEntries.studentId, artem)),
    contracts: () => database.$count(contracts, ofArtem),
    async findContract(): Promise<void> {
      real[ids.contract] = (await contractOfArtem())?.id ?? ''
    },
    contractNumber: async () => (await contractOfArtem())?.number,
  }
}

async function expectOk(answered: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await answered
  if (statusCode >= 400) throw new Error(`what goes on beside the page was refused: ${body}`)
}
