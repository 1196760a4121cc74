import { Trans, useLingui } from '@lingui/react/macro'
import { PhoneFoldedCard } from '#src/ui/layout/folded-card.tsx'
import { DataCopyCard } from './data-copy-card.tsx'
import { DataRequestsCard } from './data-requests-card.tsx'

/** What the school stores about the person, and what the person can ask for. */
export function DataCards() {
  return (
    <>
      <StoredDataCard />
      <DataCopyCard />
      <DataRequestsCard />
    </>
  )
}

function StoredDataCard() {
  const { t } = useLingui()
  return (
    <PhoneFoldedCard title={t`Что хранит школа`} note={<Trans>договоры, оценки, сообщения, входы</Trans>}>
      <ul className="max-w-text list-disc pl-lg">
        <li>
          <Trans>имя, телефон, почта, дата рождения и ИНН, если вы их указали;</Trans>
        </li>
        <li>
          <Trans>договоры, платежи, подписи и справки;</Trans>
        </li>
        <li>
          <Trans>группы, занятия, оценки и пропуски;</Trans>
        </li>
        <li>
          <Trans>сообщения, уведомления и ваши ответы о согласиях;</Trans>
        </li>
        <li>
          <Trans>входы, устройства и журнал действий с вашей учётной записью.</Trans>
        </li>
      </ul>
    </PhoneFoldedCard>
  )
}
