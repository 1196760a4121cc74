import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ImportRow as Import } from '#contract/integration/imports.ts'
import { importsQuery, pendingWorkQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { importLabel } from '#src/routes/-admin/import-label.ts'
import { OpenedDifference } from '#src/routes/-admin/payments/opened-difference.tsx'
import { HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { LabelBadge } from '#src/routes/-query/labels/badges.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { Rows } from './overview-rows.tsx'
import { SignInFailures } from './sign-in-failures.tsx'
import { TodayBlock } from './today-block.tsx'
import { UnmappedRoles } from './unmapped-roles.tsx'
import { AnsweredBlock, QueuesBlock, WaitingBlock } from './waiting-blocks.tsx'

const shownImports = 5

/** What waits for an administrator by promised time, what is stuck, the day of the school, then failed sign-ins, roles and imports. */
export function OverviewTab() {
  const { data: work } = useQuery(optionalQuery(pendingWorkQuery()))
  return (
    <>
      <OpenedDifference differences={work?.paymentDifferences ?? []} />
      {/* On a narrow screen the day follows what waits, and the rest of the second column comes last. */}
      <div className="grid grid-cols-1 items-start gap-lg xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <WaitingBlock />
        </div>
        <div className="flex min-w-0 flex-col gap-lg max-xl:contents xl:row-span-2">
          <TodayBlock />
          <div className="grid min-w-0 items-start gap-lg max-xl:order-last md:max-xl:grid-cols-2">
            <SignInFailures />
            <UnmappedRoles />
            <LastImports />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-lg empty:hidden">
          <QueuesBlock />
          <AnsweredBlock />
        </div>
      </div>
    </>
  )
}

/** The last imports of files of the school and of the bank; the part «Загрузки» has their history. */
function LastImports() {
  const result = useInfiniteQuery(optionalQuery(importsQuery()))
  return (
    <HomeBlock
      title={<Trans>Последние загрузки</Trans>}
      link={
        <ScreenLink to="/adm-panel" search={{ tab: 'imports' }}>
          <Trans>
            Все<VisuallyHidden> загрузки</VisuallyHidden>
          </Trans>
        </ScreenLink>
      }
    >
      <Card padding="flush">
        <Rows
          result={result}
          isEmpty={({ pages }) => pages[0]?.total === 0}
          empty={<Trans>Загрузок ещё не было.</Trans>}
        >
          {({ pages }) => pages[0]?.items.slice(0, shownImports).map((run) => <ImportRow key={run.id} run={run} />)}
        </Rows>
      </Card>
    </HomeBlock>
  )
}

function ImportRow({ run }: { run: Import }) {
  const { t } = useLingui()
  const { id, fileName, createdAt, startedBy, isCommand } = run
  return (
    <li className="px-base py-sm md:px-lg">
      <p className="flex items-baseline justify-between gap-base">
        <span className="min-w-0 wrap-anywhere">
          <ScreenLink to="/adm-panel" search={{ tab: 'imports', item: id }}>
            {fileName}
          </ScreenLink>
        </span>
        <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
          <DateTime at={createdAt} />
        </span>
      </p>
      <p className="flex flex-wrap items-baseline gap-xs text-sm text-ink-muted">
        <LabelBadge label={importLabel(run)} />
        {startedBy?.name ?? (isCommand ? t`командой на сервере` : null)}
      </p>
    </li>
  )
}
