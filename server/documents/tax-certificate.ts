import type { Payee } from '#contract/enrolment/contracts.ts'
import { fullName } from '#contract/people/names.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { documentFileName } from './contract-fields.ts'
import { type FormPart, renderForm } from './pdf-form.ts'

type Person = {
  lastName: string
  firstName: string
  patronym: string | null
  taxNumber: string | null
  bornOn: Day | null
}

/** The organisation on the certificate, and its signatory, surname first. */
export type Organisation = Pick<Payee, 'name' | 'taxNumber' | 'taxReason'> & { signatory: string }

export type TaxCertificateContent = {
  /** Without the correction number. */
  number: string
  correction: number
  year: number
  organisation: Organisation
  applicant: Person & { uuid: string }
  student: Person & { uuid: string }
  /** Kopecks. */
  amount: number
  isFullTime: boolean
  madeOn: Day
}

const title = 'Справка об оплате образовательных услуг для представления в налоговый орган'

/** Renders the certificate as PDF with the fields of form KND 1151158, always in Russian. */
export function renderTaxCertificate(given: TaxCertificateContent): Promise<Buffer> {
  const { number, correction, year, organisation, applicant, student, amount, isFullTime, madeOn } = given
  const isOnePerson = applicant.uuid === student.uuid
  const parts: FormPart[] = [
    {
      fields: [
        { label: 'ИНН организации', value: organisation.taxNumber, width: 4 },
        { label: 'КПП', value: organisation.taxReason, width: 3 },
        { label: 'Форма по КНД', value: '1151158', width: 2 },
      ],
    },
    // Line breaks at the ends of phrases.
    { title: title.replace(' для', '\nдля') },
    {
      fields: [
        { label: 'Номер справки', value: number, width: 4 },
        { label: 'Номер корректировки', value: String(correction), width: 3 },
        { label: 'Отчётный год', value: String(year), width: 2 },
      ],
    },
    { heading: 'Организация, оказавшая образовательные услуги' },
    { fields: [{ label: 'Наименование', value: organisation.name, width: 1 }] },
    { heading: 'Физическое лицо (налогоплательщик), оплатившее образовательные услуги' },
    ...personFields(applicant),
    {
      fields: [
        {
          label: 'Налогоплательщик и обучаемый — одно лицо (0 — нет, 1 — да)',
          value: isOnePerson ? '1' : '0',
          width: 1,
        },
        { label: 'Обучение по очной форме (0 — нет, 1 — да)', value: isFullTime ? '1' : '0', width: 1 },
      ],
    },
    { heading: 'Физическое лицо, которому оказаны образовательные услуги' },
    // The form omits the student if the applicant paid for their own studies.
    ...personFields(isOnePerson ? null : student),
    { heading: 'Сумма расходов на оказанные образовательные услуги' },
    {
      fields: [
        { label: 'Рублей', value: roublesOf(amount), width: 3 },
        { label: 'Копеек', value: String(amount % 100).padStart(2, '0'), width: 1 },
      ],
    },
    { heading: 'Достоверность и полноту сведений подтверждаю' },
    {
      fields: [
        { label: 'Фамилия, имя, отчество', value: organisation.signatory, width: 4 },
        { label: 'Подпись', value: '', width: 3 },
        { label: 'Дата', value: written(madeOn), width: 2 },
      ],
    },
  ]
  return renderForm({ title: `${title}, ${year} год`, author: organisation.name }, parts)
}

export function certificateFileName({
  year,
  lastName,
  firstName,
}: { year: number } & Pick<Person, 'lastName' | 'firstName'>) {
  return documentFileName('Справка об оплате обучения', `${year} ${fullName({ lastName, firstName, patronym: null })}`)
}

function personFields(person: Person | null): FormPart[] {
  return [
    {
      fields: [
        { label: 'Фамилия', value: person?.lastName, width: 1 },
        { label: 'Имя', value: person?.firstName, width: 1 },
        { label: 'Отчество', value: person?.patronym, width: 1 },
      ],
    },
    {
      fields: [
        { label: 'ИНН', value: person?.taxNumber, width: 1 },
        { label: 'Дата рождения', value: person?.bornOn && written(person.bornOn), width: 1 },
      ],
    },
  ]
}

function roublesOf(amount: number): string {
  return String(Math.floor(amount / 100))
}

function written(day: Day): string {
  return day.split('-').reverse().join('.')
}
