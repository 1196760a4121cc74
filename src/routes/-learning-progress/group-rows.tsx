// biome-ignore-all lint/a11y/noRedundantRoles: `display: grid` on a phone takes the native roles away
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressOverview } from '#contract/learning.ts'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { aspects, partOf } from '#src/school/progress.ts'
import { aspectWords } from './aspect-line.tsx'
import { Share } from './share.tsx'

type GroupRowsProps = { child: string; name: string; groups: ProgressOverview['groups'] }

/** On a narrow phone the name stands above its figures: no word is broken for them. */
const onPhone = 'max-sm:grid max-sm:grid-cols-[auto_auto_auto] max-sm:justify-between max-sm:gap-x-xs'

/** Group by group; each name leads to all that is known of the group. */
export function GroupRows({ child, name, groups }: GroupRowsProps) {
  const { i18n } = useLingui()
  return (
    <table role="table" className="mt-base w-full text-sm max-sm:block">
      <caption className="sr-only">
        <Trans>{name} по группам</Trans>
      </caption>
      <thead role="rowgroup" className="max-sm:block">
        <tr role="row" className={`border-b border-line text-right align-bottom text-xs text-ink-muted ${onPhone}`}>
          <th role="columnheader" scope="col" className="w-full py-xs text-left font-normal max-sm:sr-only">
            <Trans>Группа</Trans>
          </th>
          {aspects.map((aspect) => (
            <th key={aspect} role="columnheader" scope="col" className="py-xs pl-xs font-normal max-sm:pl-0">
              {i18n._(aspectWords[aspect])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {groups.map((group) => (
          <tr key={group.groupId} role="row" className={`border-b border-line-soft last:border-b-0 ${onPhone}`}>
            <th role="rowheader" scope="row" className="py-xs text-left font-normal max-sm:col-span-3 max-sm:pb-0">
              <ScreenLink to="/progress" search={{ child, group: group.groupId }} title={group.title}>
                {group.subject}
              </ScreenLink>
            </th>
            {aspects.map((aspect) => (
              <td key={aspect} role="cell" className="py-xs pl-xs text-right max-sm:pl-0">
                <Share part={partOf(group.summary, aspect)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
