import type { ContractTextPart } from '#contract/enrolment/contract-text.ts'
import type { ContractStatus, SignatureMethod, SignatureSide } from '#contract/enumerations.ts'
import { type ContractFields, contractTitle, documentFileName, formatDay, formatMonth } from './contract-fields.ts'
import { buildContractText, type ContractTerms, type VersionedText } from './contract-text.ts'
import type { DocumentHeader, DocumentPart } from './pdf-document.ts'

/** What the customer agreed to in the account, and when: `at` is a time of the school. */
export type PrintedAgreement = { text: VersionedText; hash: string; person: string; at: string }

/** A simple electronic signature: `at` is a time of the school, `target` the masked contact of a code. */
export type PrintedSignature = {
  side: SignatureSide
  person: string
  capacity: string | null
  method: SignatureMethod
  target: string | null
  at: string
}

/** How a printed contract is verified: `address` is that of the page, `squares` the modules of the QR code to it. */
export type PrintedProof = { code: string; address: string; squares: readonly (readonly boolean[])[] }

export type ContractDocument = ContractTerms &
  Pick<ContractFields, 'concludedOn' | 'madeOn'> & {
    /** Null for a draft, which binds to nothing. */
    number: string | null
    status: ContractStatus
    /** Null for a draft, and for a contract that was not agreed to in the account. */
    agreement: (PrintedAgreement & { proof: PrintedProof }) | null
    /** The customer's first. */
    signatures: readonly PrintedSignature[]
  }

const states: Record<ContractStatus, string> = {
  Open: 'ждёт первого платежа',
  Concluded: 'заключён',
  Frozen: 'приостановлен',
  OnTermination: 'расторгается',
  Termination: 'расторгнут',
  NotPaid: 'не оплачен',
}

const draftTitle = 'Проект договора'
const draftState = 'проект, ни к чему не обязывает; номер появится, когда договор будет оформлен'

/**
 * The contract or its draft as PDF. A contract that was agreed to has the text of that time, followed by what has changed
 * since.
 */
export function buildContractDocument(paper: ContractDocument): {
  frame: DocumentHeader
  parts: DocumentPart[]
  fileName: string
} {
  const { number, concludedOn, customer, student, agreement, signatures } = paper
  const current = buildContractText(paper)
  return {
    frame: {
      title: number === null ? draftTitle : `Договор ${contractTitle({ number, concludedOn })}`,
      about: `${number === null ? draftTitle : `Договор № ${number}`} · ${customer}`,
      madeOn: `Составлено ${formatDay(paper.madeOn)}`,
    },
    parts: [
      {
        kind: 'note',
        text: `Об оказании платных образовательных услуг. Состояние: ${number === null ? draftState : stateOf(paper)}.`,
      },
      ...(agreement?.text ?? current).parts.map(partOfDocument),
      ...(agreement ? [...changesSince(agreement.text, current), ...marksOf({ ...agreement, signatures })] : []),
    ],
    fileName:
      number === null
        ? documentFileName(draftTitle, formatMonth(paper.madeOn), student)
        : documentFileName('Договор', number, formatMonth(concludedOn ?? paper.madeOn), student),
  }
}

function stateOf({ status, concludedOn, needsSignatures, signatures }: ContractDocument): string {
  if (status === 'Open' && needsSignatures && signatures.length === 0) return 'ждёт подписи заказчика'
  return status === 'Concluded' && concludedOn !== null
    ? `${states.Concluded} ${formatDay(concludedOn)}`
    : states[status]
}

function partOfDocument(part: ContractTextPart): DocumentPart {
  if (part.kind !== 'table') return part
  return { ...part, columns: part.columns.map((title, index) => ({ title, width: columnWidths[index] ?? 1 })) }
}

const columnWidths = [1, 5, 2.5, 3]

/** Another group, plan or name: the facts that differ, and the payments if any does. */
function changesSince(agreed: VersionedText, current: VersionedText): DocumentPart[] {
  const before = new Map(factsOf(agreed))
  const facts = factsOf(current).filter(([name, value]) => before.get(name) !== value)
  const table = current.parts.find((part) => part.kind === 'table')
  const isSamePlan = JSON.stringify(table) === JSON.stringify(agreed.parts.find((part) => part.kind === 'table'))
  if (facts.length === 0 && isSamePlan) return []
  return [
    { kind: 'heading', text: 'Изменения, которые действуют сейчас' },
    ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
    ...(table && !isSamePlan ? [partOfDocument(table)] : []),
  ]
}

function factsOf({ parts }: VersionedText) {
  return parts.flatMap((part) => (part.kind === 'facts' ? part.facts : []))
}

type Marks = NonNullable<ContractDocument['agreement']> & Pick<ContractDocument, 'signatures'>

function marksOf({ text, hash, person, at, proof: { code, address, squares }, signatures }: Marks): DocumentPart[] {
  const agreed: [string, string][] = [
    ['Кто согласился', `${person}, в личном кабинете`],
    ['Когда', at],
  ]
  return [
    {
      kind: 'slip',
      title: signatures.length > 0 ? 'Подписи сторон' : 'Согласие заказчика',
      code: { squares, alt: `QR-код с адресом ${address}`, caption: 'Проверить договор: наведите камеру телефона.' },
      facts: [
        ...(signatures.length > 0 ? signaturesOf(signatures) : agreed),
        ['Редакция', text.version],
        ['SHA-256 текста', `${hash.slice(0, hash.length / 2)} ${hash.slice(hash.length / 2)}`],
        ['Где проверить', address],
      ],
      sum: ['Код проверки', code],
      sign: '',
    },
  ]
}

const simpleSignature = 'простая электронная подпись'
const methods: Record<SignatureMethod, string> = {
  'sms-code': 'код из СМС',
  'email-code': 'код из письма',
  'second-factor': 'вход и код подтверждения',
  account: 'вход в учётную запись',
  automatic: 'проставлена школой по её правилам при подписи заказчика',
}
const sides: Record<SignatureSide, string> = { customer: 'Заказчик', school: 'Исполнитель' }

/** Who signed, when, and by which kind of signature. */
function signaturesOf(signatures: readonly PrintedSignature[]): [string, string][] {
  const lines = signatures.map(({ side, person, capacity, method, target, at }): [string, string] => {
    const how = [methods[method], target && `на ${target}`].filter(Boolean).join(' ')
    return [sides[side], `${[person, capacity].filter(Boolean).join(', ')}; ${at}; ${simpleSignature}: ${how}`]
  })
  const isComplete = signatures.some(({ side }) => side === 'school')
  return isComplete ? lines : [...lines, [sides.school, 'ещё не подписал']]
}
