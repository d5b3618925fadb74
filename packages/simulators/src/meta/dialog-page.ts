/** The simulator's login dialog, which redirects like Meta's. */
export const DIALOG_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Meta login simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:28rem;padding:1rem}
code{overflow-wrap:anywhere}div{display:flex;gap:.5rem;flex-wrap:wrap}label{display:block;margin-block:1rem}
input,button{font:inherit;padding:.5rem .75rem}
</style></head><body><main><h1>Meta login simulator</h1>
<p>No app ID of Meta is set, so this page stands in for its login dialog.</p>
<p>The app asks for: <code id="scope"></code></p>
<label>Account ID <input id="user" inputmode="numeric" pattern="[0-9]{6,15}" placeholder="Empty: a new account"></label>
<div><button id="ok">Continue as Sandbox Owner</button><button id="cancel">Cancel</button></div><p role="alert" id="fault"></p></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const asked=Object.fromEntries(new URLSearchParams(location.search));const $=(id)=>document.getElementById(id);
$('scope').textContent=asked.scope||'nothing';
async function answer(how){const r=await fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({...asked,answer:how,user:$('user').value})});
const said=await r.json();if(r.ok)location.assign(said.location);else $('fault').textContent=said.error||'Refused'}
$('ok').onclick=()=>answer('ok');$('cancel').onclick=()=>answer('cancel');
</script></body></html>`
