import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import type { HeaderProps } from './layout-props.ts'
import { MenuList } from './menu-list.tsx'

/** Side menu, from `lg`. */
export function SideMenu({ words, Link, menu }: Pick<HeaderProps, 'words' | 'Link' | 'menu'>) {
  return (
    <nav
      aria-label={words.menu}
      className="sticky top-(--sticky-top) hidden h-[calc(100dvh-var(--sticky-top))] w-side shrink-0 overflow-y-auto px-xs py-lg lg:block xxl:w-[284px] print:hidden"
    >
      {menu ? <MenuList words={words} Link={Link} menu={menu} /> : <MenuSkeleton />}
    </nav>
  )
}

function MenuSkeleton() {
  return (
    <div aria-hidden="true" className="flex animate-fade-in-delayed flex-col gap-lg px-xs py-sm">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <SkeletonLine key={key} />
      ))}
    </div>
  )
}
