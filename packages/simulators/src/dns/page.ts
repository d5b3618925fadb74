/** The page of a registrar: records of every zone, one form for one record, one field for many lines. */
export const DNS_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>DNS simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:56rem;padding:1rem}
form{display:grid;grid-template-columns:6rem 1fr 2fr auto;gap:.5rem;align-items:end;margin:1rem 0}label{display:grid;gap:.25rem}
input,select,button,textarea{font:inherit;padding:.4rem .6rem;min-width:0}.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:.4rem;border-bottom:1px solid light-dark(#d5dae1,#3a4652)}td:nth-child(3){overflow-wrap:anywhere}
li{font-family:ui-monospace,monospace;overflow-wrap:anywhere}#problem{color:light-dark(#a4161a,#ff8f8f);min-height:1.5em}@media(max-width:40rem){form{grid-template-columns:1fr}}
</style></head><body><main><h1>DNS simulator</h1>
<p>Names are looked up here while no name server is configured. Add the records that the Domains tab of an agency asks for.</p>
<section id="wanted" hidden><h2>Records to add</h2><ul></ul><button>Add these records</button></section>
<form id="form"><label>Type<select id="type"><option>CNAME<option>TXT<option>A<option>MX</select></label>
<label>Name<input id="name" required maxlength="253" autocomplete="off" spellcheck="false" placeholder="chat.agency.example"></label>
<label>Value<input id="value" required maxlength="2000" autocomplete="off" spellcheck="false"></label><button>Add record</button></form>
<p id="problem" role="alert"></p>
<div class="scroll"><table><thead><tr><th>Type</th><th>Name</th><th>Value</th><th></th></tr></thead><tbody id="records"></tbody></table></div>
<p id="none">No records yet.</p></main>
<script>
const base=location.pathname.replace(/\\/$/,'');const $=(id)=>document.getElementById(id);
const send=async(body)=>{const r=await fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)});const a=await r.json();$('problem').textContent=r.ok?'':a.message;if(r.ok)draw(a.records);return r.ok};
function draw(records){$('none').hidden=records.length>0;$('records').replaceChildren(...records.map((one)=>{const row=document.createElement('tr');
for(const text of [one.type,one.name,one.value]){const cell=document.createElement('td');cell.textContent=text;row.append(cell)}
const cell=document.createElement('td');const key=document.createElement('button');key.textContent='Delete';key.setAttribute('aria-label','Delete '+one.type+' '+one.name);key.onclick=()=>send({remove:one});cell.append(key);row.append(cell);return row}))}
$('form').onsubmit=async(e)=>{e.preventDefault();if(await send({records:[{type:$('type').value,name:$('name').value.trim().replace(/\\.$/,''),value:$('value').value.trim()}]}))$('form').reset()};
let wanted=[];try{wanted=JSON.parse(decodeURIComponent(location.hash.slice(1)))}catch{}
if(Array.isArray(wanted)&&wanted.length>0){$('wanted').hidden=false;$('wanted').querySelector('ul').append(...wanted.map((one)=>{const li=document.createElement('li');li.textContent=[one.type,one.name,one.value].join('  ');return li}));
$('wanted').querySelector('button').onclick=async()=>{if(await send({records:wanted}))$('wanted').hidden=true}}
const load=async()=>draw((await (await fetch(base+'/state')).json()).records);setInterval(()=>load().catch(()=>{}),3000);load();
</script></body></html>`
