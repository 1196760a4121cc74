import type { Certificate, PersonalDetails, TaxDeduction, TaxStudent } from '#contract/billing/tax.ts'

const parentUuid = '11111111-1111-4111-8111-111111111111'
const childUuid = 'c0000000-0000-4000-8000-000000000001'

const applicant: PersonalDetails = {
  uuid: parentUuid,
  lastName: 'Соколова',
  firstName: 'Мария',
  patronym: 'Игоревна',
  taxNumber: '500100732259',
  bornOn: '1984-03-07',
}

let made = 0
export function operation(own: Partial<TaxStudent['operations'][number]> = {}): TaxStudent['operations'][number] {
  made += 1
  return {
    uuid: `d0000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    at: '2025-09-08T10:00:00Z',
    kind: 'ReceivingDS',
    amount: 5_000_000,
    contractNumber: '25-ФИЗ-0001',
    payer: 'Соколова Мария Игоревна',
    paidBy: 'applicant',
    ...own,
  }
}

/** A child with payments of 50 000 ₽ in 2025, and no obstacle to a certificate. */
export function taxStudent(own: Partial<TaxStudent> = {}): TaxStudent {
  const names = { firstName: 'Артём', lastName: 'Соколов' }
  const studentUuid = own.studentUuid ?? childUuid
  return {
    studentUuid,
    ...names,
    paid: 5_000_000,
    counted: 5_000_000,
    limit: 11_000_000,
    refund: 650_000,
    certificateUrl: null,
    particulars: { uuid: studentUuid, ...names, patronym: null, taxNumber: '770000000082', bornOn: '2013-05-20' },
    isApplicant: false,
    operations: [operation()],
    obstacles: [],
    certificate: null,
    ...own,
  }
}

export function certificate(own: Partial<Certificate> = {}): Certificate {
  return {
    uuid: 'e0000000-0000-4000-8000-000000000001',
    number: '2025-000012',
    state: 'requested',
    amount: 5_000_000,
    requestedAt: '2026-11-20T09:00:00Z',
    preparedAt: null,
    readyAt: null,
    isOutdated: false,
    ...own,
  }
}

export function taxDeduction(students: TaxStudent[], own: Partial<TaxDeduction> = {}): TaxDeduction {
  return {
    year: 2025,
    years: [2026, 2025],
    applicant,
    rules: {
      ratePercent: 13,
      limitOfChild: 11_000_000,
      limitOfOneself: 15_000_000,
      source: 'ст. 219 и 224 НК РФ',
      confirmation: {
        confirmedBy: 'главный бухгалтер школы',
        confirmedOn: '2026-01-15',
        validUntil: '2027-12-31',
      },
    },
    students,
    ...own,
  }
}
