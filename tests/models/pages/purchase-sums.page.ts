import { eq } from 'drizzle-orm'
import { paymentSchemes } from '#contract/enumerations.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { newPerson, schoolOf } from '#tests/models/e2e/fixtures/school.ts'
import { type ProductLevel, type ProductStage, signIn } from '#tests/models/e2e/test-server.ts'
import { purchasePage } from '#tests/support/pages/purchase-page.ts'
import { shownSums, sumsOfNewContract, sumsOfPlans, sumsOfReview } from './expected-sums.ts'
import { type ChosenPlan, prices } from './purchase-sums-model.ts'
import { expectFacts, roubles } from './served-facts.ts'

type PurchaseData = { parent: { cookies: Record<string, string> }; child: string; course: string; group: string }

const schemeTitles: Partial<Record<ChosenPlan['scheme'], string>> = {
  StepByStep: 'Оплата по этапам',
  BankInstallmentPlan: 'Рассрочка от банка',
  Combo: 'Свои средства и материнский капитал',
  MaternalCapital: 'Материнский капитал',
}

const shows =
  (sumsOf: (chosen: ChosenPlan) => string[]) =>
  async ({ page }: ProductStage<PurchaseData>, { context }: { context: unknown }) =>
    expectFacts(page, () => shownSums(page), sumsOf(context as ChosenPlan))

/** A parent buys a course, whose price rises meanwhile. */
export const purchasePageEndToEnd: ProductLevel<PurchaseData> = {
  open: async (server) => {
    const school = await schoolOf(server)
    const { home: group, programId: course } = await school.begin()
    const parent = await newPerson(server, { confirmed: false })
    const child = await school.addChild('Артём', [parent])
    const more = { endsOn: '2027-06-30', paymentSchemes: [...paymentSchemes] }
    await server.database
      .update(studyGroups)
      .set({ title: 'ФИЗ-А', price: prices[0], ...more })
      .where(eq(studyGroups.id, group))
    await school.addGroup({ title: 'ФИЗ-Б', price: prices[1], ...more })
    return { parent, child, course, group }
  },
  held: [],
  begin: async (stage) => {
    const { parent, child, course } = stage.data
    await signIn(stage, parent)
    await stage.page.goto(`/catalog/${course}/purchase?child=${child}`)
  },
  events: {
    'group.choose': ({ page }) => purchasePage(page).group('ФИЗ-А').click(),
    'scheme.choose': ({ page }, { event }) =>
      purchasePage(page)
        .scheme(schemeTitles[event.scheme as ChosenPlan['scheme']])
        .click(),
    'step.back': ({ page }) => purchasePage(page).back.click(),
    'price.change': async ({ server, data, page }, { event }) => {
      await server.database.update(studyGroups).set({ price: event.price }).where(eq(studyGroups.id, data.group))
      await page.reload()
    },
    'price.accept': ({ page }) => purchasePage(page).acceptPrice.click(),
    'contract.make': ({ page }) => purchasePage(page).make.click(),
  },
  states: {
    choosingGroup: shows(() => prices.map(roubles)),
    choosingScheme: shows(({ now }) => sumsOfPlans(now)),
    reviewing: shows(sumsOfReview),
    repriced: shows(sumsOfReview),
    done: shows(sumsOfNewContract),
  },
}
