import { describe, expect, test } from 'vitest'
import type { TaxDeduction } from '#contract/billing/tax.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'

const { signIn } = openDemoSchool()

async function deductionOf(login: DemoLogin, year = 2025): Promise<TaxDeduction> {
  return (await (await signIn(login)).call('GET /v1/profile/tax-deduction', { query: `year=${year}` })).json()
}

describe('The demo', () => {
  test('has a family with complete data, and a fund that pays for one of the children', async () => {
    const { students, years } = await deductionOf('family')
    expect(years).toEqual([2026, 2025])
    expect(students.map(({ firstName, obstacles }) => [firstName, obstacles])).toEqual([
      ['Артём', []],
      ['Даниил', ['maternity-capital']],
      ['Мария', []],
    ])
  })

  test('has a certificate in each state for paid years', async () => {
    const families = await Promise.all([deductionOf('family'), deductionOf('innopolis-student')])
    const students = families.flatMap((family) => family.students).filter(({ certificate }) => certificate !== null)
    expect(students.map(({ certificate }) => certificate?.state).sort()).toEqual(['prepared', 'ready', 'requested'])
    for (const { certificate, paid, certificateUrl } of students)
      expect([certificate?.amount, certificateUrl !== null]).toEqual([paid, certificate?.state === 'ready'])
    const numbers = students.map(({ certificate }) => certificate?.number).sort()
    expect(numbers).toEqual(['2025-000001', '2025-000002', '2025-000003'])
  })

  test('has a parent without personal details whose son is also paid for by a grandmother', async () => {
    const { students } = await deductionOf('parent')
    expect(students.map(({ obstacles }) => obstacles.length)).toEqual([4, 4])
    const payers = new Set(
      students.flatMap(({ operations }) => operations.map(({ payer, paidBy }) => `${payer}: ${paidBy}`)),
    )
    expect([...payers].sort()).toEqual(['Морозов Андрей Викторович: applicant', 'Морозова Нина Павловна: another'])
  })

  test('has an adult student who pays for himself', async () => {
    const { students } = await deductionOf('innopolis-student')
    expect(students.map(({ isApplicant, limit }) => [isApplicant, limit])).toEqual([[true, 15_000_000]])
    expect(students[0]?.paid).toBeGreaterThan(0)
  })
})
