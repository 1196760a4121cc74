import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'

/** Also for whoever may be about to open a card: warms it. */
export const UserCard = latePart('user-card', () => import('./user-card.tsx').then((module) => module.UserCard))

/** The card of the user that the address names, over whatever the panel shows. */
export function OpenedUser() {
  const { search, close } = useAddress('admin')
  const { user } = search
  if (user === undefined) return null
  return <UserCard key={user} id={user} onClose={() => close({ user: undefined, dialog: undefined })} />
}
