import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { DeletionObstacle, KeptDocument, RetentionLaw } from '#contract/enumerations.ts'
import type { DeletionPreview } from '#contract/people/data-requests.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { ContractNumber } from './contract-number.tsx'

const documents: Record<KeptDocument, MessageDescriptor> = {
  contracts: msg`Договоры: стороны, условия и подписи`,
  payments: msg`Платежи, чеки и возвраты`,
  certificates: msg`Справки для налоговой`,
}

const laws: Record<RetentionLaw, MessageDescriptor> = {
  '402-fz': msg`закон №\u00a0402\u2060-\u2060ФЗ «О бухгалтерском учёте», статья 29`,
  'tax-code': msg`Налоговый кодекс, статья 23`,
  '125-fz': msg`закон №\u00a0125\u2060-\u2060ФЗ «Об архивном деле», статья 17`,
  '54-fz': msg`закон №\u00a054\u2060-\u2060ФЗ о кассовых чеках, статья 4.5`,
}

const obstacles: Record<DeletionObstacle, MessageDescriptor> = {
  contract: msg`Действует договор`,
  debt: msg`Не оплачен долг по договору`,
  money: msg`Не завершён платёж или возврат по договору`,
  autopay: msg`Включён автоплатёж по договору`,
  child: msg`У ребёнка младше 18 лет нет другого родителя: сначала нужно добавить второго или удалить данные ребёнка`,
  staff: msg`Есть роль сотрудника школы: сначала школа её снимает`,
}

export type DeletionObstacleFound = DeletionPreview['obstacles'][number]

type DeletionPreviewTextProps = {
  preview: DeletionPreview
  /** The link to the contract of an obstacle, and what its day is; null for one that the viewer does not see. */
  contractOf?: (obstacle: DeletionObstacleFound) => { link: ReactNode; day: string | null } | null
}

/** What a deletion would delete and keep, or what must end first. */
export function DeletionPreviewText({ preview, contractOf = () => null }: DeletionPreviewTextProps) {
  return (
    <div className="flex max-w-text flex-col gap-base">
      {preview.obstacles.length > 0 && <Obstacles obstacles={preview.obstacles} contractOf={contractOf} />}
      <Deleted preview={preview} />
      <Kept kept={preview.kept} />
    </div>
  )
}

type ObstaclesProps = {
  obstacles: DeletionPreview['obstacles']
  contractOf: NonNullable<DeletionPreviewTextProps['contractOf']>
}

function Obstacles({ obstacles: found, contractOf }: ObstaclesProps) {
  return (
    <Notice tone="warning" title={<Trans>Пока удалить нельзя. Сначала нужно закончить:</Trans>}>
      <ul className="list-disc pl-lg">
        {found.map((obstacle) => {
          const known = contractOf(obstacle)
          return (
            <li key={`${obstacle.kind} ${obstacle.contract?.uuid}`} className="wrap-anywhere">
              {known?.link}
              {known ? (
                <p className="text-sm text-ink-muted">
                  <What obstacle={obstacle} />
                  {known.day !== null && `${separator}${known.day}`}
                </p>
              ) : (
                <What obstacle={obstacle} />
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

function What({ obstacle: { kind, contract, amount } }: { obstacle: DeletionObstacleFound }) {
  const { i18n } = useLingui()
  return (
    <>
      {i18n._(obstacles[kind])}
      {contract && (
        <>
          {' '}
          <ContractNumber>{contract.number}</ContractNumber>
        </>
      )}
      {amount !== null && <> – {formatMoney(amount, i18n.locale)}</>}
    </>
  )
}

function Deleted({ preview: { tickets, files, marks, kept } }: { preview: DeletionPreview }) {
  const { t } = useLingui()
  return (
    <section>
      <h3 className="font-medium">
        <Trans>Удалим</Trans>
      </h3>
      <ul className="list-disc pl-lg">
        <li>
          <Trans>имя, почту, телефон, дату рождения, ИНН и фотографию профиля;</Trans>
        </li>
        <li>
          <Trans>вход в кабинет, пароль, привязанные аккаунты, устройства и уведомления;</Trans>
        </li>
        <li>
          {t`${plural(tickets, { one: '# сообщение', few: '# сообщения', many: '# сообщений', other: '# сообщения' })}`}
          {', '}
          {t`${plural(files, { one: '# файл', few: '# файла', many: '# файлов', other: '# файла' })}`}
          {';'}
        </li>
        <li>
          <Trans>связи с детьми и родителями, записи на консультации, сведения о пропусках.</Trans>
        </li>
      </ul>
      <p className="mt-xs text-ink-muted">
        {marks > 0 ? (
          <Trans>Оценки ({marks}) и посещения останутся в статистике без имени.</Trans>
        ) : (
          <Trans>Посещения останутся в статистике без имени.</Trans>
        )}{' '}
        {kept.length === 0 ? (
          <Trans>Узнать по ним человека нельзя.</Trans>
        ) : (
          <Trans>Пока школа хранит документы, узнать по ним человека может только она.</Trans>
        )}
      </p>
    </section>
  )
}

function Kept({ kept }: { kept: DeletionPreview['kept'] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <section>
      <h3 className="font-medium">
        <Trans>Оставим по закону</Trans>
      </h3>
      {kept.length === 0 ? (
        <p>
          <Trans>Ничего: договоров и платежей, которые нужно хранить, нет.</Trans>
        </p>
      ) : (
        <ul className="flex flex-col gap-xs">
          {kept.map(({ kind, count, until, laws: named }) => (
            <li key={kind}>
              <p>
                {i18n._(documents[kind])} ({count}): <Trans>храним до {dates.dayWithYear(until)}</Trans>
              </p>
              <p className="text-sm text-ink-muted">{named.map((law) => i18n._(laws[law])).join('; ')}</p>
            </li>
          ))}
        </ul>
      )}
      {kept.length > 0 && (
        <p className="mt-xs text-ink-muted">
          <Trans>
            Имя в этих документах удалится само, когда срок закончится. До этого договоры и справки для вычета видит
            тот, кто заключил договор.
          </Trans>
        </p>
      )}
    </section>
  )
}
