import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

export const UserCard = lazyComponent('user-card', () => import('./user-card.tsx'), 'UserCard')

/** Opens the card of the user in the search params. */
export function OpenedUserCard() {
  const { search, close } = useScreenSearch('admin')
  const { user } = search
  if (user === undefined) return null
  return <UserCard key={user} id={user} onClose={() => close({ user: undefined, dialog: undefined })} />
}
