import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { type SecurityRevert, securityRevertQuery } from '#src/api/security-revert.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { pageTitleClasses } from '#src/ui/layout/page-heading.tsx'
import { ChangeText, PageContent, SupportContact } from './page-content.tsx'
import { AccountSecured, ConfirmRevert } from './revert.tsx'

const route = getRouteApi('/not-me/$secret')

/** Target of the link in security messages. It changes nothing before a confirmation, because mail programs open links. */
export default function NotMePage() {
  const { secret = '' } = route.useParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const result = useQuery(securityRevertQuery(secret))
  const isUnknown = result.data === undefined && result.error?.type === 'not-found'
  return (
    <div className="flex w-full max-w-[560px] flex-col gap-lg">
      <h1 ref={heading} tabIndex={-1} className={`focus-visible:outline-none ${pageTitleClasses}`}>
        {isUnknown ? <Trans>Такой ссылки нет</Trans> : <Title state={result.data?.state ?? 'open'} />}
      </h1>
      {isUnknown ? (
        <UnknownLink />
      ) : (
        <QueryState result={result} skeleton={<RevertSkeleton />}>
          {(revert) => {
            if (revert.state === 'done') return <AccountSecured revert={revert} />
            if (revert.state === 'expired') return <ExpiredLink revert={revert} />
            // The pressed button was removed.
            return <ConfirmRevert revert={revert} secret={secret} onDone={() => heading.current?.focus()} />
          }}
        </QueryState>
      )}
    </div>
  )
}

function Title({ state }: { state: SecurityRevert['state'] }): ReactNode {
  const title = useScreenTitle()
  if (state === 'done') return <Trans>Кабинет защищён</Trans>
  return state === 'expired' ? <Trans>Ссылка больше не действует</Trans> : title('not-me')
}

function RevertSkeleton() {
  return (
    <div className="flex flex-col gap-base">
      <SkeletonBlock />
      <SkeletonLine />
      <SkeletonLine />
    </div>
  )
}

/** The link is older than a week. */
function ExpiredLink({ revert: { change } }: { revert: SecurityRevert }) {
  const dates = useDates()
  return (
    <PageContent actions={<ProfileLink />}>
      <p>
        <Trans>Она действует 7 дней. Вот о чём было письмо:</Trans> <ChangeText change={change} />,{' '}
        {dates.dateTime(change.at)}.
      </p>
      <ManualSteps />
    </PageContent>
  )
}

/** The link is unknown: it was never sent, or was deleted. */
function UnknownLink() {
  return (
    <PageContent actions={<ProfileLink />}>
      <p>
        <Trans>
          Проверьте, что адрес скопирован из письма целиком. Ссылка действует 7 дней; если письмо старше, её данные
          могли быть уже удалены.
        </Trans>
      </p>
      <ManualSteps />
    </PageContent>
  )
}

function ManualSteps() {
  return (
    <p>
      <Trans>
        Если в кабинете был кто-то другой, откройте профиль: там можно завершить чужие сеансы, сменить пароль и отвязать
        лишние аккаунты.
      </Trans>{' '}
      <SupportContact />
    </p>
  )
}

function ProfileLink() {
  const { t } = useLingui()
  return (
    <ButtonLink to="/profile" variant="primary">
      {t`Открыть профиль`}
    </ButtonLink>
  )
}
