import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RouteName } from '#contract/enumerations.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { pageTitleClasses } from '#src/ui/layout/page-heading.tsx'

type OfflinePageProps = {
  /** What can be read without a connection, and when it was read. */
  screens: readonly { name: RouteName; path: string; moment: string }[]
  /** Resolves with false if the server still cannot be reached; otherwise the document is loaded again. */
  onCheck: () => Promise<boolean>
}

/** In place of a page that is not stored on the device, without a connection. It works without router and session. */
export function OfflinePage({ screens, onCheck }: OfflinePageProps) {
  const { t } = useLingui()
  const titleOf = useScreenTitle()
  const [state, setState] = useState<'waiting' | 'checking' | 'silent'>('waiting')
  const check = async () => {
    setState('checking')
    if (!(await onCheck())) setState('silent')
  }
  return (
    <main className="mx-auto flex min-h-screen max-w-narrow flex-col justify-center gap-lg px-base py-xl">
      <title>{t`Нет связи`}</title>
      <div className="flex flex-col gap-xs">
        <span className="mb-xs inline-flex size-xxl items-center justify-center rounded-full bg-surface-error text-ink-error">
          <Icon name="warning" size={24} />
        </span>
        <h1 className={pageTitleClasses}>
          <Trans>Нет связи</Trans>
        </h1>
        <p className="text-ink-muted">
          {screens.length === 0 ? (
            <Trans>
              На этом устройстве ещё ничего не сохранено. Страница откроется сама, как только связь появится.
            </Trans>
          ) : (
            <Trans>Эта страница не сохранена на устройстве. Она откроется сама, как только связь появится.</Trans>
          )}
        </p>
      </div>
      {screens.length > 0 && (
        <section className="flex flex-col gap-xs">
          <h2 className="text-lg">
            <Trans>Можно открыть без связи</Trans>
          </h2>
          <ul className="flex flex-col rounded-lg border border-line-soft bg-surface">
            {screens.map(({ name, path, moment }) => (
              <li key={name} className="border-line-soft not-first:border-t">
                <a href={path} className="flex flex-wrap items-baseline justify-between gap-x-base px-base py-sm">
                  <span className="text-ink-accent underline">{titleOf(name)}</span>
                  <span className="text-sm text-ink-muted">
                    <Trans>данные на {moment}</Trans>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap items-center gap-base">
        <Button variant="primary" busy={state === 'checking'} onClick={() => void check()}>
          {t`Проверить связь`}
        </Button>
        <p role="status" className="text-sm text-ink-muted">
          {state === 'silent' && t`Связи пока нет.`}
        </p>
      </div>
    </main>
  )
}
