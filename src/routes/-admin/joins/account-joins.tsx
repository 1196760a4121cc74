import { Trans } from '@lingui/react/macro'
import type { UserCard } from '#contract/people/admin.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Accounts of the same person, with a button as long as the join can be undone. */
export function AccountJoins({ user }: { user: UserCard }) {
  const dates = useDates()
  return (
    <List>
      {user.joins.map(({ keptId, joinedId, name, at, by, undoableUntil }) => {
        const isJoined = joinedId === user.id
        return (
          <ListItem
            key={joinedId + keptId}
            title={
              <UserLink id={isJoined ? keptId : joinedId}>
                {isJoined ? <Trans>Объединена с: {name}</Trans> : <Trans>Присоединена: {name}</Trans>}
              </UserLink>
            }
            note={
              <>
                {by ? (
                  <Trans>
                    {dates.dateTime(at)}, {by}.
                  </Trans>
                ) : (
                  dates.dateTime(at)
                )}{' '}
                {undoableUntil && <Trans>Отменить можно до {dates.dateTime(undoableUntil)}.</Trans>}
              </>
            }
          >
            {undoableUntil && (
              <div className="mt-xs">
                <UndoJoinOpener joinedId={joinedId} />
              </div>
            )}
          </ListItem>
        )
      })}
    </List>
  )
}

/** Opens the card of the joined account with the dialog that separates it. */
function UndoJoinOpener({ joinedId }: { joinedId: string }) {
  const { open } = useScreenSearch('admin')
  return (
    <Button size="small" aria-haspopup="dialog" onClick={() => open({ user: joinedId, dialog: 'undo-join' })}>
      <Trans>Отменить объединение</Trans>
    </Button>
  )
}
