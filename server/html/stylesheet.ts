import { propertiesOf, themeTokens } from '#contract/design-tokens.ts'
import { fontFaces } from './page-fonts.ts'

const rules = `
*{box-sizing:border-box}
html{background:var(--surface-layout);color:var(--ink);font:100%/1.5 "Golos Text",system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-width:320px;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column}
h1,h2,h3,p,ul,fieldset{margin:0;padding:0}
h1{font-size:1.75rem;line-height:1.2;font-weight:600;letter-spacing:-.02em}
ul{list-style:none}
a{color:var(--ink-link);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
button,input{font:inherit;color:inherit}
button{cursor:pointer}
header{display:flex;align-items:center;justify-content:space-between;gap:16px;width:100%;max-width:1040px;margin:0 auto;padding:16px}
.trial{padding:8px 16px;background:var(--ink);color:var(--surface-layout);font-size:.875rem;text-align:center}
.brand{display:flex;align-items:center;gap:12px;color:inherit;text-decoration:none;font-weight:600;font-size:1.125rem;letter-spacing:-.01em}
.brand :is(svg,img){flex:none}
.brand rect{fill:var(--primary)}
.brand path{stroke:var(--ink-action)}
.languages{display:flex;padding:2px;border-radius:8px;background:var(--surface-sunken);font-size:0.875rem}
.languages a{min-width:44px;padding:5px 12px;border-radius:6px;color:var(--ink-muted);text-align:center;text-decoration:none;font-weight:500}
.languages a:hover{color:var(--ink)}
.languages a[aria-current]{background:var(--surface);color:var(--ink);box-shadow:0 1px 2px rgb(0 0 0/.12)}
main{flex:1;width:100%;max-width:1040px;margin:0 auto;padding:0 16px 48px}
.card{overflow:hidden;background:var(--surface);border:1px solid var(--line-soft);border-radius:8px;box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px -12px rgb(0 0 0/.12)}
.cover{position:relative;overflow:hidden;display:flex;align-items:flex-end;min-height:104px;padding:20px;background:var(--primary);color:var(--ink-action)}
.cover svg{position:absolute;right:0;top:0;height:100%;width:auto}
.cover .side{fill:var(--action-hover)}.cover .top{fill:var(--action-pressed)}.cover .dot{fill:var(--ink-action)}
.cover p{position:relative;max-width:13em;font-size:1.25rem;line-height:1.25;font-weight:600;letter-spacing:-.015em;text-wrap:balance}
.body{padding:24px 20px}
.body form+form{margin-top:8px}
.field{display:block;margin-top:20px}
.field label{display:block;margin-bottom:6px;font-size:0.875rem;font-weight:500}
.field input{display:block;width:100%;height:48px;padding:0 14px;border:1px solid var(--line-control);border-radius:6px;background:var(--surface);font-size:1rem}
.field input:hover{border-color:var(--ink)}
.field input:focus{outline:2px solid var(--focus);outline-offset:-1px;border-color:var(--focus)}
.field input[aria-invalid]{border-color:var(--mark-error)}
.secret{position:relative}
.secret input{padding-right:52px}
.secret button{position:absolute;right:2px;top:2px;display:grid;place-items:center;width:44px;height:44px;padding:0;border:0;border-radius:6px;background:none;color:var(--ink-muted)}
.secret button[hidden]{display:none}
.secret button:hover{color:var(--ink)}
.secret button[aria-pressed=true]{color:var(--ink-link)}
.secret button[aria-pressed=false] .slash{display:none}
.forgot{display:block;min-height:44px;margin:4px auto 0;padding:6px 8px;border:0;background:none;color:var(--ink-link);font-size:0.9375rem;text-decoration:underline;text-underline-offset:3px}
.hint{margin-top:8px;color:var(--ink-muted);font-size:0.875rem}
.body>.hint{margin:20px 0 8px}
.visually-hidden{position:absolute;width:1px;height:1px;padding:0;border:0;opacity:0;pointer-events:none}
.account-choice{margin-top:20px;border:0}
.account-choice legend{padding:0;font-size:0.875rem;font-weight:500}
.rows{margin:8px 0;border:1px solid var(--line);border-radius:8px}
.rows li+li{border-top:1px solid var(--line)}
.row{display:flex;align-items:center;gap:12px;width:100%;min-height:60px;padding:8px 14px;border:0;border-radius:7px;background:none;color:var(--ink);text-align:left;text-decoration:none;line-height:1.35;cursor:pointer}
.row:hover{background:var(--surface-sunken)}
.row:has(:checked){background:var(--surface-info)}
.row>span:not(.avatar){flex:1;min-width:0}
.row b{display:block;font-weight:500;font-size:0.9375rem;overflow-wrap:anywhere}
.row small{display:block;color:var(--ink-muted);font-size:0.8125rem;overflow-wrap:anywhere}
.row input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--focus)}
.onward:after{content:"";flex:none;width:8px;height:8px;margin-right:4px;border:solid var(--ink-muted);border-width:2px 2px 0 0;transform:rotate(45deg)}
.no-code{margin-top:28px}
.no-code h2{font-size:1rem;line-height:1.4;font-weight:600}
.note{display:flex;gap:10px;margin-top:20px;padding:12px 14px;border-radius:6px;background:var(--surface-info);font-size:0.9375rem;line-height:1.4}
.note svg{flex:none;margin-top:1px}
.note circle{fill:var(--mark-info)}
.alert{display:flex;gap:10px;margin-top:20px;padding:12px 14px;border-radius:6px;background:var(--surface-error);color:var(--ink-error);font-size:0.9375rem;line-height:1.4}
.alert svg{flex:none;margin-top:1px}
.alert circle{fill:var(--mark-error)}
:is(.note,.alert) path{stroke:var(--surface)}
.button{display:block;width:100%;min-height:48px;padding:11px 20px;border:1px solid transparent;border-radius:6px;background:var(--surface);font-weight:600;text-align:center;text-decoration:none;color:var(--ink);transition:background-color .15s}
.primary{margin-top:24px;background:var(--primary);color:var(--ink-action)}
.primary:hover{background:var(--action-hover)}
.primary:active{background:var(--action-pressed)}
.linked-providers{margin-top:24px}
.linked-providers h2:before,.linked-providers h2:after{content:"";flex:1;height:1px;background:var(--line)}
.linked-providers ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,130px),1fr));gap:8px;margin:12px 0 8px}
.linked-providers .button{display:flex;align-items:center;justify-content:center;gap:8px;padding:11px 12px;border-color:var(--line-control)}
.linked-providers .button:hover{border-color:var(--ink);background:var(--surface-sunken)}
.linked-providers svg{flex:none}
.ways{display:grid;gap:12px;margin:24px 0 8px}
.ways .button{border-color:var(--line-control);overflow-wrap:anywhere}
.ways .button:hover{border-color:var(--ink);background:var(--surface-sunken)}
.ways .last .button{border-color:transparent;background:var(--primary);color:var(--ink-action)}
.ways .last .button:hover{background:var(--action-hover)}
.ways small{display:block;margin-top:6px;color:var(--ink-muted);font-size:0.875rem;text-align:center}
.by-email{margin:24px 0 8px}
.by-email h2,.linked-providers h2{display:flex;align-items:center;gap:12px;font-size:0.875rem;line-height:1.4;font-weight:500;color:var(--ink-muted)}
.by-email h2:before,.by-email h2:after{content:"";flex:1;height:1px;background:var(--line)}
.by-email .field{margin-top:12px}
.outlined{margin-top:12px;border-color:var(--line-control)}
.outlined:hover{border-color:var(--ink);background:var(--surface-sunken)}
.quiet{color:var(--ink-muted);font-weight:500}
.quiet:hover{background:var(--line-soft);color:var(--ink)}
.intro{margin-top:12px;color:var(--ink-muted)}
.intro+p{margin-top:12px}
.demo{margin-top:40px}
.demo h2{font-size:1.25rem;line-height:1.3;font-weight:600;letter-spacing:-.01em}
.demo>p{margin-top:4px;color:var(--ink-muted);font-size:0.9375rem}
.demo code{padding:2px 6px;border-radius:4px;background:var(--surface-sunken);color:var(--ink);font:0.875rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:nowrap}
.demo h3{margin:28px 0 10px;font-size:0.875rem;font-weight:600;color:var(--ink-muted)}
.people{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:8px}
.choice{margin:20px 0 8px}
.people li{display:flex}
.person{display:flex;align-items:center;gap:12px;width:100%;min-height:64px;padding:10px 14px 10px 12px;border:1px solid var(--line-soft);border-radius:8px;background:var(--surface);text-align:left;line-height:1.35;transition:border-color .15s,box-shadow .15s}
.person:hover{border-color:var(--primary);box-shadow:0 4px 16px -6px rgb(0 0 0/.18)}
.person:active{background:var(--surface-sunken)}
.person b{display:block;font-weight:500;font-size:0.9375rem;text-wrap:pretty}
.person small{display:block;font-size:0.8125rem;color:var(--ink-muted)}
.avatar{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:50%;font-size:0.875rem;font-weight:600;letter-spacing:.02em}
.parent{background:var(--surface-tan);color:var(--ink-tan)}
.student{background:var(--surface-cyan);color:var(--ink-cyan)}
.teacher{background:var(--surface-teal);color:var(--ink-teal)}
.admin{background:var(--surface-violet);color:var(--ink-violet)}
.special{background:var(--surface-slate);color:var(--ink-slate)}
.outbox{max-width:1040px;margin:8px auto 0}
.outbox .button{width:auto;margin:0;border-color:var(--line)}
.outbox .top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:12px}
.messages{display:grid;gap:12px;margin-top:24px}
.message{padding:16px 20px;background:var(--surface);border:1px solid var(--line-soft);border-radius:8px}
.message h2{margin:8px 0 4px;font-size:1.0625rem;line-height:1.35;font-weight:600;overflow-wrap:anywhere}
.message p{overflow-wrap:anywhere;white-space:pre-line}
.message h3{margin-bottom:4px;font-size:.8125rem;font-weight:500;color:var(--ink-muted)}
.letter{display:grid;gap:16px;margin-top:12px}
.letter iframe{width:100%;height:420px;border:1px solid var(--line);border-radius:6px;background:var(--surface-layout);color-scheme:light dark}
.message .where{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;font-size:0.875rem;color:var(--ink-muted)}
.message .where b{padding:1px 8px;border-radius:4px;background:var(--surface-sunken);color:var(--ink);font-weight:500}
.notice{max-width:480px;margin:24px auto 0}
.notice .body{padding:28px 24px}
@media (min-width:767.98px){
.message time{margin-left:auto}
.letter{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
header{padding:24px}
main{padding:16px 24px 64px}
.signing{display:grid;grid-template-columns:1fr minmax(0,456px)}
.cover{min-height:auto;padding:40px}
.cover svg{height:auto;width:100%;top:0;left:0;right:auto}
.cover p{font-size:2rem;line-height:1.15;letter-spacing:-.025em}
.signing .body{padding:40px}
.demo{margin-top:56px}
.notice{margin-top:64px}
.notice .body{padding:40px}
}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.button,.card,.person,.message,.languages a[aria-current]{border:1px solid}}
`

/** The design tokens that the rules use, in both themes. */
function themeRules(): string {
  const declarations = (theme: 'light' | 'dark') =>
    Object.entries(propertiesOf(themeTokens[theme]))
      .filter(([property]) => rules.includes(`var(${property})`))
      .map(([property, value]) => `${property}:${value}`)
      .join(';')
  const dark = `color-scheme:dark;${declarations('dark')}`
  return (
    `:root{color-scheme:light;${declarations('light')}}@media screen{:root[data-theme=dark]{${dark}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}}`
  )
}

/** Stylesheet of all pages, inline and allowed by its hash. The colour of the brand is only a surface, never text. */
export const stylesheet = fontFaces + themeRules() + rules
