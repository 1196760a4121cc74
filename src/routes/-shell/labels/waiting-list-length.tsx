import { Plural, Trans } from '@lingui/react/macro'

/** Length of a waiting list before joining it (D-40). */
export function WaitingListLength({ waiting }: { waiting: number }) {
  if (waiting === 0) return <Trans>В очереди пока никого: ваше место будет первым.</Trans>
  return (
    <Plural
      value={waiting}
      one="В очереди ждёт # человек."
      few="В очереди ждут # человека."
      many="В очереди ждут # человек."
      other="В очереди ждут # человека."
    />
  )
}
