export const style = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: rgb(0 0 0 / .88); background: #f8f8f8 }
body { max-width: 960px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 28px; font-weight: 600 } h2 { margin: 48px 0 12px; font-weight: 600; text-transform: capitalize }
h3 { margin: 0; font-size: 16px; font-weight: 500; overflow-wrap: anywhere } h4 { margin: 16px 0 4px; font-weight: 600 }
article { margin: 12px 0; padding: 16px; background: #fff; border: 1px solid rgb(0 0 0 / .08); border-radius: 8px }
article p { margin: 4px 0 8px } small { color: rgb(0 0 0 / .6) } a { color: #1d4fd7 } nav a { margin-right: 12px }
code, pre { font: 14px/1.5 ui-monospace, monospace } pre { overflow: auto; padding: 12px; background: #f8f8f8; border-radius: 6px }
summary { cursor: pointer } em { padding: 2px 8px; font-size: 13px; font-style: normal; background: #fff1d6; border-radius: 4px }
h3 span { display: inline-block; min-width: 56px; font: 600 13px ui-monospace, monospace; color: #1d4fd7 }
h3 .POST { color: #2b6b24 } h3 .PATCH { color: #8a4b00 } h3 .DELETE { color: #b01212 }
`
