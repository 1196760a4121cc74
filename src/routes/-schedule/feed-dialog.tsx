import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { childrenQuery } from '#src/api/profile.ts'
import { feedQuery, type ScheduleGroup } from '#src/api/schedule.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import { FeedAddress } from './feed-address.tsx'
import { FeedForm, type Reader } from './feed-form.tsx'

type FeedDialogProps = { family: ScheduleGroup; onClose: () => void }

/** The personal subscription: whose schedule and what of it, and its address once it is made. */
export function FeedDialog({ family, onClose }: FeedDialogProps) {
  const { t } = useLingui()
  const [url, setUrl] = useState<string | null>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Подписка на календарь</Trans>}
      description={<Trans>Занятия появятся в вашем календаре и будут обновляться сами. Оценок в нём не будет.</Trans>}
      closeLabel={t`Закрыть`}
    >
      {url === null ? <Subscription family={family} onMade={setUrl} /> : <FeedAddress url={url} onDone={onClose} />}
    </Dialog>
  )
}

function Subscription({ family, onMade }: { family: ScheduleGroup; onMade: (url: string) => void }) {
  const feed = useQuery(feedQuery())
  const children = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const user = useSessionSelector(({ context }) => context.user)
  const own: Reader[] = user === null ? [] : [{ uuid: user.id, firstName: user.firstName }]
  const form = (readers: readonly Reader[]) => (
    <Faces result={feed} skeleton={<SkeletonBlock size="large" />}>
      {(answer) => <FeedForm feed={answer.feed} readers={readers} onMade={onMade} />}
    </Faces>
  )
  if (family === 'student') return form(own)
  return (
    <Faces
      result={children}
      skeleton={<SkeletonBlock size="large" />}
      isEmpty={({ length }) => length === 0}
      empty={<Trans>Здесь можно будет подписаться на расписание детей, когда школа свяжет их с вами.</Trans>}
    >
      {form}
    </Faces>
  )
}
