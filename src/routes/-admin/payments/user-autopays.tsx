import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AutopayOfUser } from '#contract/billing/autopay.ts'
import { userAutopaysQuery } from '#src/api/admin.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { UserItems } from './user-items.tsx'

/** Automatic payments of a user that are on, with the button that stops them. */
export function UserAutopays({ id }: { id: string }) {
  const result = useQuery(userAutopaysQuery(id))
  return (
    <UserItems title={<Trans>Автоплатежи</Trans>} result={result}>
      {(autopay) => <AutopayItem key={autopay.uuid} userId={id} autopay={autopay} />}
    </UserItems>
  )
}

function AutopayItem({ userId, autopay }: { userId: string; autopay: AutopayOfUser }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('admin')
  const { uuid, contractNumber, person, card, next } = autopay
  const { name } = person
  const agreed = dates.dateTime(autopay.agreedAt)
  const [sum, day] = [formatMoney(next?.amount ?? 0, i18n.locale), next && dates.day(next.on)]
  const note = [
    t`карта ··${card}`,
    next ? t`${day} спишется ${sum}` : t`списывать больше нечего`,
    t`включён ${agreed}`,
    person.id !== userId && t`включил другой человек: ${name}`,
  ]
  return (
    <ListItem title={contractNumber} note={note.filter(Boolean).join(separator)}>
      <div className="pt-xs">
        <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'stop-autopay', item: uuid })}>
          <Trans>
            Отключить автоплатёж<VisuallyHidden>: {contractNumber}</VisuallyHidden>
          </Trans>
        </Button>
      </div>
    </ListItem>
  )
}
