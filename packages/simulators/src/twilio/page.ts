/** The page for text messages to a number. Agents' messages are shown as text, so that nothing in them runs. */
export const TWILIO_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>SMS simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:40rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:40vh}
li{max-width:80%;padding:.5rem .75rem;border-radius:.75rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li.visitor{align-self:end;background:light-dark(#d7f0d0,#2b5c3a)}li small{display:block;opacity:.75}img{max-width:100%;border-radius:.5rem;display:block}
form{display:flex;gap:.5rem;margin:.5rem 0;flex-wrap:wrap}form input{min-width:0}#text{flex:1 1 10rem}input,select,button{font:inherit;padding:.4rem .6rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:.85em}
</style></head><body><main><h1>SMS simulator</h1>
<p><label>Number <select id="number"></select></label> <button id="new" type="button">New number</button></p>
<dl><dt>Account SID</dt><dd id="sid"></dd><dt>Auth token</dt><dd id="token"></dd><dt>Phone number</dt><dd id="phone"></dd></dl>
<p>Import the number with these three, give it to an agent, then write here.</p>
<ol id="chat" aria-live="polite" aria-label="Messages"></ol>
<form id="form"><label>From <input id="from" value="+15550107777" size="13" aria-label="Your number"></label><input id="text" aria-label="Message" placeholder="Message" autocomplete="off" maxlength="1600"><button>Send</button><button id="picture" type="button">Send picture</button></form></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';
const say=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({to:$('number').value,from:$('from').value.trim(),...body})});
async function draw(){const {numbers}=await (await fetch(base+'/state')).json();const now=JSON.stringify(numbers)+$('number').value+$('from').value;if(now===seen)return;
const chosen=$('number').value;$('number').replaceChildren(...numbers.map((n)=>new Option(n.number,n.number,false,n.number===chosen)));
const current=numbers.find(({number})=>number===$('number').value);seen=JSON.stringify(numbers)+$('number').value+$('from').value;
$('sid').textContent=current?current.accountSid:'';$('token').textContent=current?current.authToken:'';$('phone').textContent=current?current.number:'';
$('chat').replaceChildren(...(current?current.messages:[]).filter((m)=>m.with===$('from').value.trim()).map((m)=>{const li=document.createElement('li');li.className=m.from;li.textContent=m.text;
if(m.media){const img=document.createElement('img');img.src=m.media;img.alt='';li.prepend(img)}
if(m.from!=='visitor'){const small=document.createElement('small');small.textContent=m.segments+(m.segments===1?' segment':' segments')+' · '+m.status;li.append(small)}
return li}));scrollTo(0,document.body.scrollHeight)}
$('form').onsubmit=async(e)=>{e.preventDefault();const text=$('text').value.trim();if(!text)return;$('text').value='';await say({text});draw()};
$('picture').onclick=async()=>{const text=$('text').value.trim();$('text').value='';await say({text,picture:true});draw()};
$('new').onclick=async()=>{await say({create:true});draw()};$('number').onchange=draw;$('from').oninput=draw;setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
