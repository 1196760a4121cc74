import { useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { paymentSchemeWords } from '#src/i18n/contract-words.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useOwnId } from '#src/routes/-frame/use-session.ts'
import { Card } from '#src/ui/card.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'

/** What was agreed besides the programme, which the heading names. */
export function Details({ contract }: { contract: Contract }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const ownId = useOwnId()
  const { number, concludedOn, student, groupTitle, territory, format, paymentScheme } = contract
  return (
    <Card title={t`Условия`}>
      <DescriptionList
        entries={[
          { key: 'number', term: t`Номер договора`, value: number },
          { key: 'concluded', term: t`Дата заключения`, value: concludedOn && dates.dayWithYear(concludedOn) },
          {
            key: 'student',
            term: t`Кто учится`,
            value: student.uuid !== ownId && `${student.firstName} ${student.lastName}`,
          },
          { key: 'group', term: t`Группа`, value: groupTitle },
          { key: 'territory', term: t`Площадка`, value: territory?.title },
          { key: 'format', term: t`Формат занятий`, value: i18n._(wordsFor(lessonFormatWords, format)) },
          { key: 'scheme', term: t`Схема оплаты`, value: i18n._(wordsFor(paymentSchemeWords, paymentScheme)) },
        ]}
      />
    </Card>
  )
}
