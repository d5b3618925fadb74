/** The page of a visitor. Agents' messages are shown as text, so that nothing in them runs. */
export const WHATSAPP_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>WhatsApp simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:40rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:45vh}
#chat li{max-width:80%;padding:.5rem .75rem;border-radius:.75rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
#chat li.visitor{align-self:end;background:light-dark(#d7f0d0,#1f4d36)}img{max-width:100%;border-radius:.5rem;display:block}
form,.keys{display:flex;gap:.5rem;flex-wrap:wrap}#text{flex:1;min-width:12rem}input,select,button{font:inherit;padding:.4rem .6rem}.keys{margin-top:.5rem;gap:.25rem}
#templates{min-height:0;list-style:disc;padding-inline-start:1.25rem}label{display:inline-flex;gap:.35rem;align-items:center}
</style></head><body><main><h1>WhatsApp simulator</h1>
<p><label>Number <select id="phone"></select></label> <span id="none">Connect a number on the Channels screen of an agent first.</span></p>
<ol id="chat" aria-live="polite" aria-label="Chat"></ol>
<form id="form"><input id="text" aria-label="Message" placeholder="Message" autocomplete="off" maxlength="4096"><button>Send</button>
<button type="button" id="picture">Send picture</button><button type="button" id="voice">Send voice note</button><button type="button" id="document">Send document</button><button type="button" id="location">Send location</button>
<label><input type="checkbox" id="hides"> Hide my number</label></form>
<h2>Templates</h2><ol id="templates"></ol></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';
const post=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)});
const say=(body)=>$('phone').value&&post({phone:$('phone').value,hidesNumber:$('hides').checked,...body});
const el=(tag,text)=>{const e=document.createElement(tag);e.textContent=text;return e};
async function draw(){const s=await (await fetch(base+'/state')).json();const now=JSON.stringify(s)+$('phone').value;if(now===seen)return;
const chosen=$('phone').value;$('phone').replaceChildren(...s.phones.map(({id,number})=>new Option(number,id,false,id===chosen)));$('none').hidden=s.phones.length>0;
seen=JSON.stringify(s)+$('phone').value;const current=s.phones.find(({id})=>id===$('phone').value);
$('chat').replaceChildren(...(current?current.messages:[]).map((m)=>{const li=el('li',m.text+(m.reaction?' '+m.reaction:''));li.className=m.from;
if(m.picture){const img=document.createElement('img');img.src=m.picture;img.alt='';li.prepend(img)}
if(m.options.length){const keys=el('div','');keys.className='keys';for(const o of m.options){const key=el('button',o.text);key.onclick=()=>o.url?open(o.url,'_blank','noopener'):say({press:o.id});keys.append(key)}li.append(keys)}
return li}));
$('templates').replaceChildren(...s.templates.map((x)=>{const li=el('li',x.name+': '+x.status+' ');for(const d of ['approve','reject']){const b=el('button',d==='approve'?'Approve':'Reject');b.onclick=()=>post({decide:d,wabaId:x.wabaId,template:x.name}).then(draw);li.append(b,' ')}return li}));
scrollTo(0,document.body.scrollHeight)}
const take=()=>{const text=$('text').value.trim();$('text').value='';return text};
$('form').onsubmit=async(e)=>{e.preventDefault();if(!$('text').value.trim())return;await say({text:take()});draw()};
$('picture').onclick=()=>say({kind:'picture',text:take()});$('document').onclick=()=>say({kind:'document',text:take()});$('voice').onclick=()=>say({kind:'voice'});$('location').onclick=()=>say({kind:'location'});
$('phone').onchange=draw;setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
