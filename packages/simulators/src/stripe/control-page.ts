/** The page that controls the sandbox: test cards, discount codes, clock, charges, webhooks. */
export const CONTROL_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stripe simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:56rem;padding:1rem}
form,.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.75rem 0}label{display:grid;gap:.25rem}
input,select,button{font:inherit;padding:.4rem .6rem;min-width:0}.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:.35rem .5rem .35rem 0;border-bottom:1px solid light-dark(#d5dae1,#3a4652);vertical-align:top}
td:first-child{font-family:ui-monospace,monospace;white-space:nowrap}h2{margin:2rem 0 .25rem;font-size:1.15rem}p{margin:.25rem 0}
#problem{color:light-dark(#a4161a,#ff8f8f);min-height:1.5em}
</style></head><body><main><h1>Stripe simulator</h1>
<p>Payments go here while no Stripe key is configured. No money moves.</p><p id="problem" role="alert"></p>
<h2>Clock</h2><p>At Stripe it is <strong id="now"></strong>. Moving it ahead renews, retries and ends what is due by then.</p>
<div class="row" id="clock"><button data-days="1">1 day ahead</button><button data-days="8">8 days ahead</button><button data-days="32">32 days ahead</button></div>
<h2>Discount codes</h2><div class="scroll" tabindex="0" role="region" aria-label="Discount codes"><table><thead><tr><th>Code</th><th>Discount</th><th>Used</th></tr></thead><tbody id="codes"></tbody></table></div>
<form id="code"><label>Code<input name="code" required maxlength="40" pattern="[A-Za-z0-9_\\-]+" autocomplete="off" spellcheck="false"></label>
<label>Discount<input name="off" type="number" required min="1" step="any"></label>
<label>In<select name="unit"><option value="percent">percent<option value="usd">USD<option value="eur">EUR<option value="gbp">GBP</select></label>
<label>For<select name="duration"><option value="once">the first invoice<option value="repeating">three months<option value="forever">all invoices</select></label>
<label>Uses (all customers)<input name="uses" type="number" min="1" step="1"></label><button>Add code</button></form>
<h2>Charges</h2><div class="scroll" tabindex="0" role="region" aria-label="Charges"><table><thead><tr><th>Amount</th><th>Customer</th><th>Status</th><th>Actions</th></tr></thead><tbody id="charges"></tbody></table></div><p id="none">Nothing was charged yet.</p>
<h2>Payments that wait for the bank</h2><div class="scroll" tabindex="0" role="region" aria-label="Payments that wait for the bank"><table><thead><tr><th>Amount</th><th>Customer</th><th>Actions</th></tr></thead><tbody id="unconfirmed"></tbody></table></div><p id="nobody">None.</p>
<h2>Calls and webhooks</h2><div class="row"><label>Calls are answered<select id="down"><option value="">normally<option value="1">with errors</select></label><label>Webhooks are delivered<select id="mode"></select></label></div>
<h2>Test cards</h2><p>With any future date and any CVC.</p><div class="scroll" tabindex="0" role="region" aria-label="Test cards"><table><thead><tr><th>Number</th><th>What happens</th></tr></thead><tbody id="cards"></tbody></table></div></main>
<script>
const base=location.pathname.replace(/\\/$/,'');const $=(id)=>document.getElementById(id);
const cell=(of)=>{const td=document.createElement('td');td.append(...[of].flat());return td};const row=(cells)=>{const tr=document.createElement('tr');tr.append(...cells.map(cell));return tr};
const key=(text,name,act)=>{const b=document.createElement('button');b.textContent=text;b.setAttribute('aria-label',text+' '+name);b.onclick=()=>send(act);return b};
const send=async(body)=>{const r=await fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)});const a=await r.json();$('problem').textContent=r.ok?'':a.message;if(r.ok)draw(a);return r.ok};
function draw(s){$('now').textContent=new Date(s.now*1000).toUTCString();$('codes').replaceChildren(...s.codes.map((c)=>row([c.code,c.discount,c.used])));
$('none').hidden=s.charges.length>0;$('charges').replaceChildren(...s.charges.map((c)=>row([c.amount,c.customer,c.status,c.actions.flatMap((a)=>[key(a.label,c.amount,a.say),' '])])));
if(!$('cards').children.length){$('cards').append(...s.cards.map((c)=>row([c.number,c.effect])));$('mode').append(...s.modes.map((m)=>new Option(m.text,m.id)))}
$('nobody').hidden=s.unconfirmed.length>0;$('unconfirmed').replaceChildren(...s.unconfirmed.map((c)=>row([c.amount,c.customer,c.actions.map((a)=>key(a.label,c.amount,a.say))])));
if(document.activeElement!==$('down'))$('down').value=s.down?'1':'';if(document.activeElement!==$('mode'))$('mode').value=s.mode}
for(const b of $('clock').children)b.onclick=()=>send({days:Number(b.dataset.days)});$('down').onchange=()=>send({down:$('down').value==='1'});$('mode').onchange=()=>send({mode:$('mode').value});
$('code').onsubmit=async(e)=>{e.preventDefault();if(await send({code:Object.fromEntries(new FormData(e.target))}))e.target.reset()};
const load=async()=>draw(await (await fetch(base+'/state')).json());setInterval(()=>load().catch(()=>{}),3000);load();
</script></body></html>`
