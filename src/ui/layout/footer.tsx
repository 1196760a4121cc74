import { classNames } from '#src/ui/class-names.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { FooterContent, LinkComponent } from './layout-props.ts'
import { Responsive } from './responsive.tsx'

const socialNames = { telegram: 'Telegram', vk: 'VK', whatsapp: 'WhatsApp', youtube: 'YouTube', yandex: 'Yandex' }

type FooterProps = {
  content: FooterContent | null
  /** Name of what a phone folds. */
  label: string
  Link: LinkComponent
  sideMenu: boolean
}

/** Links, contacts, social networks and the legal text. On a phone two lines, the links and the legal text folded. Has its height while the content loads. */
export function Footer({ content, label, Link, sideMenu }: FooterProps) {
  if (content && isEmpty(content)) return null
  return (
    <footer className="mt-base md:mt-xxl max-md:pb-[calc(56px+env(safe-area-inset-bottom))] min-h-[128px] md:min-h-[240px] border-t border-line-soft bg-surface print:hidden">
      {content && (
        <div
          className={classNames(
            'mx-auto flex max-w-frame flex-col px-base py-xs md:gap-xl md:px-lg md:py-xl',
            // Below the icons of the menu and the content.
            sideMenu && 'lg:pr-xl lg:pl-base',
          )}
        >
          <Responsive
            from="md"
            wide={
              <div className="grid grid-cols-2 gap-xl lg:grid-cols-[repeat(auto-fit,minmax(180px,1fr))]">
                {content.groups.map((group) => (
                  <nav key={group.title} aria-label={group.title}>
                    <h2 className="mb-sm text-sm">{group.title}</h2>
                    <GroupLinks group={group} Link={Link} />
                  </nav>
                ))}
                <Contacts content={content} />
              </div>
            }
            narrow={
              <>
                <Contacts content={content} />
                {(content.groups.length > 0 || content.legal) && (
                  <Disclosure summary={label}>
                    <div className="grid grid-cols-2 gap-base">
                      {content.groups.map((group) => (
                        <nav key={group.title} aria-label={group.title}>
                          <h2 className="mb-xs text-sm">{group.title}</h2>
                          <GroupLinks group={group} Link={Link} />
                        </nav>
                      ))}
                    </div>
                    {content.legal && <p className="pt-base text-sm text-ink-muted">{content.legal}</p>}
                  </Disclosure>
                )}
              </>
            }
          />
          {content.legal && (
            <p className="border-t border-line-soft pt-base text-sm text-ink-muted max-md:hidden">{content.legal}</p>
          )}
        </div>
      )}
    </footer>
  )
}

function isEmpty({ groups, phone, email, socials, legal }: FooterContent): boolean {
  return groups.length === 0 && socials.length === 0 && !phone && !email && !legal
}

type GroupLinksProps = { group: FooterContent['groups'][number]; Link: LinkComponent }

function GroupLinks({ group, Link }: GroupLinksProps) {
  return (
    <ul className="flex flex-col gap-xs">
      {group.links.map((link) => (
        <li key={link.url}>
          <FooterLink href={link.url} Link={Link}>
            {link.title}
          </FooterLink>
        </li>
      ))}
    </ul>
  )
}

function FooterLink({ href, Link, children }: { href: string; Link: LinkComponent; children: string }) {
  const look = 'rounded-xs text-sm text-ink-muted hover:text-ink-link'
  if (href.startsWith('/')) {
    return (
      <Link href={href} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener" className={look}>
      {children}
    </a>
  )
}

function Contacts({ content: { phone, email, socials } }: { content: FooterContent }) {
  if (!phone && !email && socials.length === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs md:flex-col md:items-start md:justify-start">
      {phone && contact('phone', `tel:${phone.replace(/[^+\d]/g, '')}`, phone)}
      {email && contact('email', `mailto:${email}`, email)}
      <ul className="-ml-xs flex flex-wrap empty:hidden">
        {socials.map(({ kind, url }) => (
          <li key={kind}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              title={socialNames[kind]}
              className="inline-flex size-control items-center justify-center rounded text-ink-muted hover:bg-surface-hover hover:text-ink"
            >
              <Icon name={kind} label={socialNames[kind]} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function contact(icon: IconName, href: string, text: string) {
  return (
    <a
      href={href}
      className="inline-flex max-w-full items-center gap-xs rounded-xs font-medium tabular-nums hover:text-ink-link"
    >
      <Icon name={icon} />
      {text}
    </a>
  )
}
