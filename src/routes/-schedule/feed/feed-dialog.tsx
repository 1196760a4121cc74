import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { childrenOf } from '#src/api/profile.ts'
import { feedQuery, type ViewerRoleGroup } from '#src/api/schedule.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useCopy } from '#src/routes/-flow/use-copy.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button, LinkButton } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import { FeedForm, type FeedStudent } from './feed-form.tsx'

type FeedDialogProps = { roleGroup: ViewerRoleGroup; onClose: () => void }

/** Personal calendar subscription: selects students and kinds, then shows the URL. */
export function FeedDialog({ roleGroup, onClose }: FeedDialogProps) {
  const [url, setUrl] = useState<string | null>(null)
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Подписка на календарь</Trans>}
      description={<Trans>Занятия появятся в вашем календаре и будут обновляться сами. Оценок в нём не будет.</Trans>}
    >
      {url === null ? <Subscription roleGroup={roleGroup} onMade={setUrl} /> : <FeedUrl url={url} onDone={onClose} />}
    </Dialog>
  )
}

function Subscription({ roleGroup, onMade }: { roleGroup: ViewerRoleGroup; onMade: (url: string) => void }) {
  const feed = useQuery(feedQuery())
  const children = useQuery({ ...childrenOf('seesLearning'), enabled: roleGroup === 'parent' })
  const user = useSessionSelector(({ context }) => context.user)
  const own: FeedStudent[] = user === null ? [] : [{ uuid: user.id, firstName: user.firstName }]
  const form = (readers: readonly FeedStudent[]) => (
    <QueryState result={feed} skeleton={<SkeletonBlock size="large" />}>
      {(answer) => <FeedForm feed={answer.feed} readers={readers} onMade={onMade} />}
    </QueryState>
  )
  if (roleGroup === 'student') return form(own)
  return (
    <QueryState
      result={children}
      skeleton={<SkeletonBlock size="large" />}
      isEmpty={({ length }) => length === 0}
      empty={<Trans>Здесь можно будет подписаться на расписание детей, когда школа свяжет их с вами.</Trans>}
    >
      {form}
    </QueryState>
  )
}

/** The URL of the feed, shown once, with instructions for common calendars. */
function FeedUrl({ url, onDone }: { url: string; onDone: () => void }) {
  const { t } = useLingui()
  const { source, isCopied, copy } = useCopy<HTMLInputElement>()
  return (
    <div className="flex flex-col gap-lg">
      <Field
        label={t`Адрес календаря`}
        hint={t`Скопируйте его сейчас: больше он не будет показан. Кто знает адрес, видит расписание.`}
      >
        <TextInput ref={source} readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap gap-xs">
        <Button variant="primary" onClick={() => copy(url)}>
          <span aria-live="polite">{isCopied ? <Trans>Скопировано</Trans> : <Trans>Скопировать адрес</Trans>}</span>
        </Button>
        <LinkButton href={url.replace(/^https?:/, 'webcal:')}>
          <Trans>Открыть на этом устройстве</Trans>
        </LinkButton>
      </div>
      <dl className="flex flex-col gap-sm">
        <CalendarInstruction name={t`Google Календарь`}>
          <Trans>На компьютере: «Другие календари» → «+» → «Добавить по URL». Обновляется раз в несколько часов.</Trans>
        </CalendarInstruction>
        <CalendarInstruction name={t`Календарь Apple`}>
          <Trans>
            На iPhone: «Календари» → «Добавить календарь» → «Добавить подписной календарь». На Mac: «Файл» → «Новая
            подписка на календарь».
          </Trans>
        </CalendarInstruction>
        <CalendarInstruction name={t`Яндекс Календарь`}>
          <Trans>На компьютере: «Новый календарь» → «Подписка», вставьте адрес в поле для ссылки.</Trans>
        </CalendarInstruction>
      </dl>
      <div className="flex justify-end">
        <Button onClick={onDone}>
          <Trans>Готово</Trans>
        </Button>
      </div>
    </div>
  )
}

function CalendarInstruction({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="text-sm text-ink-muted">{children}</dd>
    </div>
  )
}
